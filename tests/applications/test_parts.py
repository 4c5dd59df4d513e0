"""The script that a figure brings is small."""

import gzip

from taotp.page.bundle import part_script
from tests.laws import every

MOST = {  # bytes, as a host sends them; of others tests/figures/test_page.py says how many
    "cache": 6_000, "choosing": 4_000, "counts": 4_000, "laws": 6_000, "letters": 8_000,
    "mood": 6_000, "pieces": 6_000, "reach": 6_000, "trained": 8_000,
}  # fmt: skip


@every("part", MOST)
def test_the_script_of_a_figure_is_small(part: str) -> None:
    assert len(gzip.compress(part_script(part).encode())) < MOST[part]
