"""The rules reasoner: plans, revisions and new groundings without a model."""
