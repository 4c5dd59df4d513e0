"""Keep trained weights as data: float16, as text, which `taotp.data.trained` reads."""

import base64
import json
from collections.abc import Mapping
from pathlib import Path

from taotp.files import write_whole
from taotp_core.weights import Transformer, named_arrays

FOLDER = Path(__file__).resolve().parents[2] / "taotp/data"


def store(name: str, model: Transformer, made: Mapping[str, object]) -> None:
    """Write the weights of a model whose layers are alike, and what says how they were made."""
    first = model.layers[0]
    sizes = {
        "d_vocab": model.d_vocab,
        "n_ctx": model.n_ctx,
        "d_model": model.d_model,
        "heads": [[head.sizes["d_head"], head.sizes["d_value"]] for head in first.heads],
        "d_mlp": first.mlp.sizes["d_mlp"] if first.mlp else 0,
        "n_layers": len(model.layers),
        "tied": model.tied,
    }
    arrays = {
        path: base64.b64encode(W.astype("<f2").tobytes()).decode()
        for path, W in named_arrays(model).items()
    }
    found = {"made": dict(made), "sizes": sizes, "arrays": arrays}
    write_whole(FOLDER / f"{name}.json", (json.dumps(found, indent=0) + "\n").encode())
