"""Answers that the statements of the chapter Is it a sentence? invite."""

from tests.exercises.invited import of_catalogue

INVITED = of_catalogue("is_it_a_sentence")
