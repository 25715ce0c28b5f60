"""What a task may spend on a model, and what it did spend."""

from __future__ import annotations

from dataclasses import dataclass

from pred_core.outcome import Code, Outcome

MILLION = 1_000_000


@dataclass(frozen=True)
class BudgetLimits:
    """Caps of one task; prices are per million tokens, in any currency, for the report only."""

    calls: int = 60
    tokens: int = 200_000
    prompt_price: float = 0.0
    completion_price: float = 0.0

    def price(self, prompt_tokens: int, completion_tokens: int) -> float | None:
        """Return what so many tokens cost, in the prices' currency; None where no price is known."""
        if not (self.prompt_price or self.completion_price):
            return None
        return (prompt_tokens * self.prompt_price + completion_tokens * self.completion_price) / MILLION


@dataclass
class Budget:
    """Counts what one task spends."""

    limits: BudgetLimits
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0

    def check(self) -> Outcome:
        """Tell whether one more call is allowed."""
        if self.calls >= self.limits.calls:
            return Outcome(
                Code.UNAVAILABLE, f"The task's {self.limits.calls} calls to the model are used up."
            )
        if self.prompt_tokens + self.completion_tokens >= self.limits.tokens:
            return Outcome(Code.UNAVAILABLE, f"The task's {self.limits.tokens} tokens are used up.")
        return Outcome.success()

    def spend(self, prompt_tokens: int, completion_tokens: int) -> None:
        """Count one call."""
        self.calls += 1
        self.prompt_tokens += prompt_tokens
        self.completion_tokens += completion_tokens

    @property
    def cost(self) -> float | None:
        """What the task cost so far, in the prices' currency; None where no price is known."""
        return self.limits.price(self.prompt_tokens, self.completion_tokens)
