"""What is learned beforehand: weights of words, examples of attributes, the detector; and judged. No robot needs it."""
