"""Programs whose every weight was chosen by hand."""

from taotp_core.programs.hello_world import hello_world
from taotp_core.programs.program import Program

__all__ = ["Program", "hello_world"]
