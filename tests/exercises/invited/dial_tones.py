"""Answers that the statements of the chapter Listening to dial tones invite."""

from tests.exercises.invited import of_catalogue

INVITED = of_catalogue("dial_tones")
