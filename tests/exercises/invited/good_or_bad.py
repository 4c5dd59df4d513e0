"""Answers that the statements of the chapter Good or bad invite."""

from tests.exercises.invited import of_catalogue

INVITED = of_catalogue("good_or_bad")
