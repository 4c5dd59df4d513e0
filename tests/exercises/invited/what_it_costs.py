"""Answers that the statements of the chapter What it costs invite."""

from tests.exercises.invited import of_catalogue

INVITED = of_catalogue("what_it_costs")
