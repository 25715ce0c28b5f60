"""How to go on after a failure: CMFR's stages, CAPE's re-prompting, HELPER's reflection, the action model's search."""
