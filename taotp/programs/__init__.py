"""Programs whose every weight was chosen by hand."""

from typing import TYPE_CHECKING

from taotp.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from taotp.applications.agreement.machine import agreement
    from taotp.applications.brackets.machine import brackets
    from taotp.applications.computer.machine import computer
    from taotp.applications.counts.machine import next_word
    from taotp.applications.dialing.machine import dial_tones
    from taotp.applications.french.machine import english_french
    from taotp.applications.letters.machine import letters
    from taotp.applications.mood.machine import sentiment
    from taotp.applications.spoken.machine import spoken_digits, spoken_words
    from taotp.applications.spoken.sentence import spoken_sentence
    from taotp.programs import printed, small, two_stacks
    from taotp.programs.adding import add, add_digits_mod10, add_mod10
    from taotp.programs.before_last import before_last
    from taotp.programs.choosing import choose
    from taotp.programs.coreference import coreference
    from taotp.programs.echo import echo
    from taotp.programs.eight_signs import eight_signs
    from taotp.programs.few_shot import few_shot
    from taotp.programs.hello_world import hello_world
    from taotp.programs.induction import induction
    from taotp.programs.lookup import lookup
    from taotp.programs.minimum import maximum, minimum
    from taotp.programs.repeating import repeat_pattern
    from taotp.programs.rule_110 import rule110
    from taotp.programs.searching import search
    from taotp.programs.sorting import sort
    from taotp.programs.three_instructions import three_instructions
    from taotp.programs.weird_words import weird_words
    from taotp_core.program import Program

lazy_exports(__name__)

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
