"""Answers that the statements of the chapter Words in directions invite."""

from tests.exercises.invited import of_catalogue

INVITED = of_catalogue("words_in_directions")
