"""Small dense linear systems in plain floats (6 x 6), for the control loop."""

from __future__ import annotations

from collections.abc import Sequence

DAMPING = 1e-8


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Return x of matrix x = right by Gaussian elimination with row pivots."""
    n = len(right)
    rows = [[*matrix[i], right[i]] for i in range(n)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        top = rows[k]
        for i in range(k + 1, n):
            row = rows[i]
            factor = row[k] / top[k]
            if factor:
                for j in range(k, n + 1):
                    row[j] -= factor * top[j]
    x = [0.0] * n
    for i in range(n - 1, -1, -1):
        row = rows[i]
        x[i] = (row[n] - sum(row[j] * x[j] for j in range(i + 1, n))) / row[i]
    return x


def solve_damped(columns: Sequence[Sequence[float]], twist: Sequence[float]) -> list[float]:
    """Return joint rates that give a twist through a Jacobian's columns: least squares with a little damping.

    Next to a singular pose the rates grow large, as those of the real arm do, but stay finite.
    """
    n = len(columns)
    normal = [
        [sum(a * b for a, b in zip(columns[i], columns[j], strict=True)) for j in range(n)] for i in range(n)
    ]
    for i in range(n):
        normal[i][i] += DAMPING
    right = [sum(a * b for a, b in zip(column, twist, strict=True)) for column in columns]
    return solve(normal, right)
