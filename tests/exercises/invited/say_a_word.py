"""Answers that the statements of the chapter Say a word invite."""

from tests.exercises.invited import of_catalogue

INVITED = of_catalogue("say_a_word")
