"""Words for machines: how a text is cut, pieces of words, and semes in the stream."""
