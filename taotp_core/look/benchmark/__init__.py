"""The machines of `look.truth` as a folder for tools that nobody here wrote."""

from taotp_core.look.benchmark.entries import name_of
from taotp_core.look.benchmark.folder import export

__all__ = ["export", "name_of"]
