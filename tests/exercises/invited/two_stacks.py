"""Answers that the statements of the chapter Two stacks invite."""

from tests.exercises.invited import of_catalogue

INVITED = of_catalogue("two_stacks")
