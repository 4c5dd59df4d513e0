"""Answers that the statements of the chapter A small change invite."""

from tests.exercises.invited import of_catalogue

INVITED = of_catalogue("a_small_change")
