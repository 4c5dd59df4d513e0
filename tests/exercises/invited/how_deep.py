"""Answers that the statements of the chapter How deep can it read? invite."""

from tests.exercises.invited import of_catalogue

INVITED = of_catalogue("how_deep")
