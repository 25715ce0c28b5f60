from pred_core.outcome import Code, Outcome


def test_only_success_is_truthy() -> None:
    assert Outcome.success()
    assert not any(Outcome(code) for code in Code if code is not Code.SUCCESS)


def test_reads_as_code_and_sentence() -> None:
    assert str(Outcome(Code.BLOCKED, "A chair is in the way.")) == "BLOCKED: A chair is in the way."
    assert str(Outcome.success()) == "SUCCESS"
