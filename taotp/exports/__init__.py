"""The same machine in engines that others wrote; each of them is imported only where it is used."""

from taotp.exports.gpt2 import from_gpt2, save_gpt2, to_gpt2
from taotp.exports.llama import from_llama, to_llama
from taotp.exports.onnx_graph import to_onnx
from taotp.exports.torch_module import to_torch

__all__ = ["from_gpt2", "from_llama", "save_gpt2", "to_gpt2", "to_llama", "to_onnx", "to_torch"]
