"""Four tools."""

INVITED: dict[str, dict[str, object]] = {
    "mirror-echo": {
        "wrong: half of a mirror": "layers.0.heads.0.W_V:0.0=-0.5",
        "wrong: the mirror that keeps the c": "layers.0.heads.0.W_O:2.2=-1",
        "right: a crooked mirror": {"layers.0.heads.0.W_O:0.0": -2.5},
    }
}
