"""The machine in another language."""

import math

import numpy as np

from exercises.judging.agreement import ENGINE, same_logits, without
from exercises.statement import Exercise
from taotp_core.arrays import Array, Tokens, relu, softmax
from taotp_core.transformer import normalize
from taotp_core.weights import Transformer

STUB = '''
def foreign_transformer(tokens, model):
    """The logits [n, d_vocab], computed by your program in another language."""
    raise NotImplementedError
'''

C_SOURCE = r"""
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* out[n][b] += in[n][a] * W[a][b] */
static void multiply(int n, int a, int b, const double *in, const double *W, double *out) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < a; j++)
      for (int k = 0; k < b; k++) out[i * b + k] += in[i * a + j] * W[j * b + k];
}

static double *zeros(int size) { return calloc(size, sizeof(double)); }

static void layer_norm(int n, int d, const double *x, double *y) {
  for (int i = 0; i < n; i++, x += d, y += d) {
    double mean = 0, square = 0;
    for (int j = 0; j < d; j++) mean += x[j] / d;
    for (int j = 0; j < d; j++) square += (x[j] - mean) * (x[j] - mean) / d;
    for (int j = 0; j < d; j++) y[j] = (x[j] - mean) / (sqrt(square) + 1e-10);
  }
}

/* W_Q, W_K, W_V, W_O one after another; adds what the head carries to x */
static void head(int n, int d, int k, int v, const double *y, const double *W, double *x) {
  double *q = zeros(n * k), *key = zeros(n * k), *value = zeros(n * v), *mixed = zeros(n * v);
  double *score = zeros(n);
  multiply(n, d, k, y, W, q);
  multiply(n, d, k, y, W + d * k, key);
  multiply(n, d, v, y, W + 2 * d * k, value);
  for (int i = 0; i < n; i++) {
    double most = -INFINITY, sum = 0;
    for (int j = 0; j <= i; j++) {
      score[j] = 0;
      for (int c = 0; c < k; c++) score[j] += q[i * k + c] * key[j * k + c] / sqrt(k);
      most = fmax(most, score[j]);
    }
    for (int j = 0; j <= i; j++) sum += score[j] = exp(score[j] - most);
    for (int j = 0; j <= i; j++)
      for (int c = 0; c < v; c++) mixed[i * v + c] += score[j] / sum * value[j * v + c];
  }
  multiply(n, v, d, mixed, W + 2 * d * k + d * v, x);
  free(q), free(key), free(value), free(mixed), free(score);
}

/* W_in, b_in, W_out, b_out one after another */
static void mlp(int n, int d, int m, const double *y, const double *W, double *x) {
  double *hidden = zeros(n * m);
  const double *b_in = W + d * m, *W_out = b_in + m, *b_out = W_out + m * d;
  for (int i = 0; i < n; i++) memcpy(hidden + i * m, b_in, m * sizeof(double));
  multiply(n, d, m, y, W, hidden);
  for (int i = 0; i < n * m; i++) hidden[i] = fmax(hidden[i], 0);
  multiply(n, m, d, hidden, W_out, x);
  for (int i = 0; i < n * d; i++) x[i] += b_out[i % d];
  free(hidden);
}

/* sizes: n, d_model, d_vocab, n_layers, then for each layer n_heads, (d_head, d_value) of
   each, d_mlp. weights: W_E, the rows of W_pos in use, the layers, W_U. logits starts as zeros. */
void transformer(const int *sizes, const double *weights, const int *tokens, double *logits) {
  int n = *sizes++, d = *sizes++, d_vocab = *sizes++, n_layers = *sizes++;
  double *x = zeros(n * d), *y = zeros(n * d);
  const double *W_pos = weights + d_vocab * d, *W = W_pos + n * d;
  for (int i = 0; i < n * d; i++) x[i] = weights[tokens[i / d] * d + i % d] + W_pos[i];
  while (n_layers--) {
    layer_norm(n, d, x, y);
    for (int n_heads = *sizes++; n_heads; n_heads--, sizes += 2) {
      head(n, d, sizes[0], sizes[1], y, W, x);
      W += 2 * d * (sizes[0] + sizes[1]);
    }
    layer_norm(n, d, x, y);
    mlp(n, d, *sizes, y, W, x);
    W += 2 * d * *sizes + *sizes + d;
    sizes++;
  }
  layer_norm(n, d, x, y);
  multiply(n, d, d_vocab, y, W, logits);
  free(x), free(y);
}
"""


def judge(answer: object) -> str:
    """Same logits as the library; what language made them cannot be told from here."""
    agreed = same_logits(answer)
    without(answer, ENGINE)
    return agreed


Matrix = list[list[float]]


def product(a: Matrix, b: Matrix) -> Matrix:
    """The product of two matrices as lists of rows."""
    columns = list(zip(*b, strict=True))
    return [[math.fsum(map(float.__mul__, row, column)) for column in columns] for row in a]


def plus(a: Matrix, b: Matrix) -> Matrix:
    """The sum of two matrices."""
    return [[p + q for p, q in zip(r, s, strict=True)] for r, s in zip(a, b, strict=True)]


def normal(x: Matrix) -> Matrix:
    """Layer norm, a row at a time."""
    out = []
    for row in x:
        mean = sum(row) / len(row)
        spread = math.sqrt(sum((v - mean) ** 2 for v in row) / len(row)) + 1e-10
        out.append([(v - mean) / spread for v in row])
    return out


def plain_python(tokens: Tokens, model: Transformer) -> Matrix:
    """The machine without numpy: lists of rows, and Python's own arithmetic."""
    W_E, W_pos = model.W_E.tolist(), model.W_pos.tolist()
    x = plus([W_E[token] for token in tokens], W_pos[: len(tokens)])
    for layer in model.layers:
        y = normal(x)
        for head in layer.heads:
            q, k, v = (product(y, W.tolist()) for W in (head.W_Q, head.W_K, head.W_V))
            weights = []
            for i, query in enumerate(q):
                scores = product([query], list(map(list, zip(*k[: i + 1], strict=True))))[0]
                scores = [score / math.sqrt(len(query)) for score in scores]
                powers = [math.exp(score - max(scores)) for score in scores]
                weights.append([p / sum(powers) for p in powers] + [0.0] * (len(q) - i - 1))
            x = plus(x, product(product(weights, v), head.W_O.tolist()))
        if m := layer.mlp:
            hidden = product(normal(x), m.W_in.tolist())
            hidden = [
                [max(0.0, h + b) for h, b in zip(r, m.b_in.tolist(), strict=True)] for r in hidden
            ]
            x = plus(x, plus(product(hidden, m.W_out.tolist()), [m.b_out.tolist()] * len(x)))
    return product(normal(x), model.unembedding.tolist())


def accepted_lists() -> object:
    """No compiler: another language inside this one."""
    return plain_python


def wrong_single_precision() -> object:
    """Computed in float32, as many a foreign program is by default."""

    def single(tokens: Tokens, model: Transformer) -> Array:
        from taotp_core.transformer import forward as machine

        return machine(model, tokens).astype("float32")

    return single


def wrong_no_mask() -> object:
    """The loop over keys does not end at the query."""

    def looks_ahead(tokens: Tokens, model: Transformer) -> Array:
        n = len(tokens)
        x = model.W_E[tokens] + model.W_pos[:n]
        for layer in model.layers:
            y = normalize(x, layer.norm_attn)
            for head in layer.heads:
                scores = (y @ head.W_Q) @ (y @ head.W_K).T / np.sqrt(head.W_Q.shape[1])
                x = x + softmax(scores) @ y @ head.W_V @ head.W_O
            if m := layer.mlp:
                hidden = normalize(x, layer.norm_mlp) @ m.W_in + m.b_in
                x = x + relu(hidden) @ m.W_out + m.b_out
        logits: Array = normalize(x, model.norm_final) @ model.unembedding
        return logits

    return looks_ahead


EXERCISE = Exercise(
    slug="other-language",
    source="1.5",
    title="Another language",
    kind="code",
    statement="""
Write the machine in another language, C for instance, as short and as fast as you can. Hand it
the weights as one long array of doubles or as a file, and wrap it in a Python function
`foreign_transformer(tokens, model)` that returns its logits (`ctypes` and `subprocess` are two
ways). Every norm is the plain LayerNorm, and every layer has heads and an MLP. The check compares
logits; what language they were computed in is between you and your compiler.
""",
    hints=(
        "Agree first on the order of the numbers: sizes, then `W_E`, `W_pos`, the layers, `W_U`.",
        "Three functions carry everything: multiply two matrices and *add* the result to a "
        "third, layer norm, softmax of one row. With the first, the residual stream costs "
        "nothing extra.",
        "Doubles, not floats: single precision differs from the eighth digit on, and the check "
        "asks for nine. No mask is needed if the loop over keys ends at the query.",
    ),
    answer=f"""
In C, with the sizes and the weights as two arrays:

```c
{C_SOURCE.strip()}
```

Compile it with `cc -O2 -shared -fPIC -o machine.so machine.c -lm` and load it with `ctypes.CDLL`.
The mask is the end of a loop, adding to the stream is part of multiplying, and softmax needs one
row of scratch.
""",
    stub=STUB,
    judge=judge,
    checklist=(
        "The logits were computed by a program in another language.",
        "It runs from a compiled file or script that somebody else could build from your text.",
        "Its time for one prompt is measured beside the library's.",
    ),
)
