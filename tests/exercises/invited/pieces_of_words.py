"""Answers that the statements of the chapter Pieces of words invite."""

from tests.exercises.invited import of_catalogue

INVITED = of_catalogue("pieces_of_words")
