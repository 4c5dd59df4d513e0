"""Answers that the statements of the chapter Two languages invite."""

from tests.exercises.invited import of_catalogue

INVITED = of_catalogue("two_languages")
