"""Attributes from pixels: image encoder, gallery of examples, nearest neighbour (PRED section 3.1.3, C.3, Eq. 4)."""
