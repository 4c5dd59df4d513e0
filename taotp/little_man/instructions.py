"""The instructions of the computer, and the sentences about faults; the page reads them too."""

from taotp.files import data_of

TABLE = data_of(__package__, "instructions.json")
NAMED: dict[str, int] = TABLE["named"]  # what takes a cell, and its first digit
OPERATIONS = {first: word for word, first in reversed(NAMED.items())}  # by its first name
SPOKEN: dict[str, int] = TABLE["spoken"]  # what stands for a cell in what hears and says
ALONE = (*TABLE["halts"], *SPOKEN)  # what takes none
ALSO: dict[str, str] = TABLE["also"]  # what other books call some of these
TAKE_NUMBERS: list[str] = TABLE["takeNumbers"]  # what takes one as it is: #5
FAULTS: dict[str, str] = TABLE["faults"]
