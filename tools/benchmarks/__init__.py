"""How fast the library is and how little memory it needs, as ratios to what it is held against."""

import os

for threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[threads] = "1"  # before numpy is imported: afterwards it is not looked at
