"""Your own words, counted."""

from exercises.statement import Exercise

EXERCISE = Exercise(
    slug="own-voice",
    title="Your own voice",
    kind="experiment",
    statement="""
Choose three words that you would like a machine to hear. Say each once for the figure of the
chapter, or record them as WAV files for `spoken_words`; then say each ten times more, as you would
say it on different days. How many of the thirty are heard right, as another word, as nothing?
Then choose three words that sound alike, and do it again. (Nothing that you say leaves your
machine.)
""",
    hints=(
        "`taotp.sound.read(path)` makes samples of a WAV file.",
        "Whisper, shout, ask it as a question: the figure shows the cosines.",
    ),
    answer="""
The chapter took the digits of three people, any three digits as the words, and has the shares for
one and for three recordings. Words with different vowels do better than those that differ in one
consonant. Whispering takes the voice away, and with it the peaks of the bands: it is another voice.
If nothing is heard, look at the bands: a click before the word, or a breath after it, moves all
places.
""",
    checklist=(
        "The thirty were counted in the three kinds, and none was left out.",
        "The same was done with words that sound alike.",
        "It is said which mistakes you expected, and which not.",
    ),
)
