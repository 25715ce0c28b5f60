"""The actions of the protocol, one module per family."""
