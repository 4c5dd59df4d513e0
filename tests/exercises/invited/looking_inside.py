"""Answers that the statements of the chapter Looking inside invite."""

from tests.exercises.invited import of_catalogue

INVITED = of_catalogue("looking_inside")
