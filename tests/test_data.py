"""The texts and tables that come with the package."""

from taotp import data


def test_the_play_in_two_is_the_play() -> None:
    """Nothing is lost or read twice, and the held-back part is a tenth."""
    read, held_back = data.read_and_held_back()
    assert read + held_back == data.romeo_and_juliet()
    assert abs(len(held_back) - len(read) / 9) < 1
    assert set(held_back) <= set(read)  # no letter is met there for the first time
