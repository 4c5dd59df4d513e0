"""Programs whose every weight was chosen by hand."""

from typing import TYPE_CHECKING

from taotp_core.lazy import hand_on

if TYPE_CHECKING:
    from taotp_core.program import Program
    from taotp_core.programs import printed, small, two_stacks
    from taotp_core.programs.adding import add, add_digits_mod10, add_mod10
    from taotp_core.programs.before_last import before_last
    from taotp_core.programs.choosing import choose
    from taotp_core.programs.coreference import coreference
    from taotp_core.programs.echo import echo
    from taotp_core.programs.eight_signs import eight_signs
    from taotp_core.programs.few_shot import few_shot
    from taotp_core.programs.hello_world import hello_world
    from taotp_core.programs.induction import induction
    from taotp_core.programs.lookup import lookup
    from taotp_core.programs.minimum import maximum, minimum
    from taotp_core.programs.repeating import repeat_pattern
    from taotp_core.programs.rule_110 import rule110
    from taotp_core.programs.searching import search
    from taotp_core.programs.sorting import sort
    from taotp_core.programs.three_instructions import three_instructions
    from taotp_core.programs.weird_words import weird_words
    from taotp_core.topics.agreement.machine import agreement
    from taotp_core.topics.brackets.machine import brackets
    from taotp_core.topics.computer.machine import computer
    from taotp_core.topics.counts.machine import next_word
    from taotp_core.topics.dialing.machine import dial_tones
    from taotp_core.topics.french.machine import english_french
    from taotp_core.topics.letters.machine import letters
    from taotp_core.topics.mood.machine import sentiment
    from taotp_core.topics.spoken.machine import spoken_digits, spoken_words
    from taotp_core.topics.spoken.sentence import spoken_sentence

hand_on(__name__)

__all__ = [
    "Program",
    "add",
    "add_digits_mod10",
    "add_mod10",
    "agreement",
    "before_last",
    "brackets",
    "choose",
    "computer",
    "coreference",
    "dial_tones",
    "echo",
    "eight_signs",
    "english_french",
    "few_shot",
    "hello_world",
    "induction",
    "letters",
    "lookup",
    "maximum",
    "minimum",
    "next_word",
    "printed",
    "repeat_pattern",
    "rule110",
    "search",
    "sentiment",
    "small",
    "sort",
    "spoken_digits",
    "spoken_sentence",
    "spoken_words",
    "three_instructions",
    "two_stacks",
    "weird_words",
]
