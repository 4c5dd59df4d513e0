"""Answers that the statements of the chapter What comes next, by chance invite."""

from tests.exercises.invited import of_catalogue

INVITED = of_catalogue("by_chance")
