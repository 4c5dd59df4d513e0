"""Four tools."""

INVITED: dict[str, dict[str, object]] = {
    "mirror-echo": {
        "wrong: half of a mirror": "layers.0.heads.0.W_V:0.0=-0.5",
        "right: a crooked mirror": {"layers.0.heads.0.W_O:0.0": -2.5},
    },
    "beside-zeros": {
        "wrong: as many columns, without the point": lambda: [1 / 3**0.5, 3**0.5, 1],
        "right: rounded, in a tuple": lambda: (1.15470, 2, 0.63246),
    },
    "loud-enough": {
        "wrong: a tenth for all rivals": lambda: [44.9981, 68.9770, 89.9962],
        "right: rounded to three decimals": lambda: (43.944, 67.923, 87.889),
    },
}
