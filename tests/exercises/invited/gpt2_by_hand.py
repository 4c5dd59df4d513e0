"""Answers that the statements of the chapter A GPT-2 by hand invite."""

from tests.exercises.invited import of_catalogue

INVITED = of_catalogue("gpt2_by_hand")
