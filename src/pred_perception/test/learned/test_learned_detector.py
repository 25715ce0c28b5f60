"""The learned detectors: against stand-ins that answer as ultralytics does, and against ultralytics where it is."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from types import SimpleNamespace

import numpy as np
import pytest

from pred_core.vocabulary import within_domain
from pred_perception.detector import DetectorError, DetectorSettings
from pred_perception.detectors import make_detector
from pred_perception.learned import detector as learned
from pred_perception.learned import networks
from pred_perception.learned.detector import LearnedDetector

SETTINGS = DetectorSettings(least_pixels=1)


class Tensor:
    """As much of a torch tensor as is read."""

    def __init__(self, values):
        self.values = np.asarray(values, np.float32)

    def cpu(self):
        return self

    def numpy(self):
        return self.values


class Boxes(SimpleNamespace):
    def __len__(self):
        return len(self.conf.values)


def answer(rows, masks=None):
    """Return a Results-shaped object: rows of (x0, y0, x1, y1, score, class)."""
    table = np.asarray(rows, np.float32).reshape(-1, 6)
    boxes = Boxes(xyxy=Tensor(table[:, :4]), conf=Tensor(table[:, 4]), cls=Tensor(table[:, 5]))
    return SimpleNamespace(boxes=boxes, masks=None if masks is None else SimpleNamespace(data=Tensor(masks)))


class Network:
    """Answers every picture alike and remembers what it was asked."""

    def __init__(self, reply):
        self.reply, self.asked = reply, []

    def predict(self, picture, **options):
        self.asked.append((picture, options))
        if isinstance(self.reply, Exception):
            raise self.reply
        return [self.reply]


class BoxFiller(Network):
    """A stand-in for SAM: fills the boxes, but for the first one, of which it is not sure."""

    def predict(self, picture, bboxes, **options):
        masks = np.zeros((len(bboxes), *picture.shape[:2]))
        for mask, (x0, y0, x1, y1) in zip(masks, np.asarray(bboxes, int), strict=True):
            mask[y0:y1, x0:x1] = 1
        rows = [[*b, 0.9, k] for k, b in enumerate(bboxes)]
        self.asked.append((bboxes, options))
        return [answer(rows[1:], masks[1:])] if len(rows) > 1 else [answer([])]


@pytest.fixture
def scene(studio):
    seen = studio.observation()
    colour = np.zeros((*seen.depth.shape, 3), np.uint8)
    colour[..., 0] = 200
    return replace(seen, colour=colour)


def squares(shape, *corners):
    masks = np.zeros((len(corners), *shape))
    for mask, (top, left) in zip(masks, corners, strict=True):
        mask[top : top + 20, left : left + 20] = 1
    return masks


def test_masks_classes_and_scores_become_detections(scene):
    shape = scene.depth.shape
    masks = squares(shape, (10, 10), (60, 60), (100, 10))
    rows = [[10, 10, 30, 30, 0.9, 1], [60, 60, 80, 80, 0.6, 0], [10, 100, 30, 120, 0.8, 7]]
    network = Network(answer(rows, masks))
    detector = LearnedDetector("open_vocabulary", network, ["FantaCan", "Bowl"], None, SETTINGS)
    found = detector.detect(scene)
    assert found.detector == "open_vocabulary" and found.labels.dtype == np.uint16
    assert [(d.class_name, round(d.score, 3)) for d in found.items] == [("Bowl", 0.9), ("FantaCan", 0.6)]
    bowl = found.labels == found.items[0].label
    assert (bowl == (masks[0] > 0)).all()
    picture, options = network.asked[0]
    assert picture[0, 0].tolist() == [0, 0, 200]  # blue first
    assert options["conf"] == SETTINGS.confidence and options["retina_masks"] and "device" not in options


def test_masks_of_the_networks_own_size_fit_the_picture(scene):
    small = np.zeros((1, 75, 75))
    small[0, 10:20, 30:50] = 1
    network = Network(answer([[0, 0, 9, 9, 0.9, 0]], small))
    found = LearnedDetector("yolo", network, ["Bowl"], None, SETTINGS).detect(scene)
    rows, columns = np.nonzero(found.labels)
    assert (rows.min(), rows.max(), columns.min(), columns.max()) == (20, 39, 60, 99)


def test_sam_makes_masks_of_boxes_and_may_leave_some_out(scene):
    rows = [[10, 10, 30, 30, 0.9, 0], [60, 60, 80, 80, 0.8, 5], [90, 90, 120, 110, 0.7, 1]]
    sam = BoxFiller(None)
    settings = replace(SETTINGS, device="cpu")
    found = LearnedDetector(
        "open_vocabulary", Network(answer(rows)), ["Bowl", "FantaCan"], sam, settings
    ).detect(scene)
    boxes, options = sam.asked[0]
    assert len(boxes) == 2 and options["device"] == "cpu"  # not asked about what means nothing
    assert [d.class_name for d in found.items] == ["FantaCan"]
    assert (found.labels > 0).sum() == 30 * 20


def test_when_sam_is_sure_of_nothing_nothing_is_reported(scene):
    network = Network(answer([[10, 10, 30, 30, 0.9, 0]]))
    found = LearnedDetector("open_vocabulary", network, ["Bowl"], BoxFiller(None), SETTINGS).detect(scene)
    assert found.items == () and not found.labels.any()


def test_boxes_without_sam_are_said(scene):
    network = Network(answer([[10, 10, 30, 30, 0.9, 0]]))
    with pytest.raises(DetectorError, match="sam_weights"):
        LearnedDetector("open_vocabulary", network, ["Bowl"], None, SETTINGS).detect(scene)


def test_nothing_found_is_no_error(scene):
    for reply in (answer([]), SimpleNamespace(boxes=None, masks=None)):
        found = LearnedDetector("yolo", Network(reply), ["Bowl"], BoxFiller(None), SETTINGS).detect(scene)
        assert found.items == ()


def test_without_a_colour_picture_or_with_a_failing_network_the_reason_is_said(scene):
    detector = LearnedDetector(
        "yolo", Network(RuntimeError("CUDA out of memory\nstack")), ["Bowl"], None, SETTINGS
    )
    assert detector.needs_colour and not detector.needs_ground_truth
    with pytest.raises(DetectorError, match="colour picture"):
        detector.detect(replace(scene, colour=None))
    with pytest.raises(DetectorError, match=r"CUDA out of memory$"):
        detector.detect(scene)


@pytest.mark.parametrize("name", ["open_vocabulary", "yolo"])
def test_without_the_packages_the_command_is_named(name, monkeypatch):
    monkeypatch.setattr(networks, "find_spec", lambda _: None)
    with pytest.raises(DetectorError, match=r"torch and ultralytics: run \./pred setup vision"):
        make_detector(name, DetectorSettings(weights="net.pt"))


@pytest.fixture
def loaded(monkeypatch):
    """Let networks be loaded from nowhere; yields what was asked for, and the model that is handed out."""
    asked, model = [], Network(answer([]))
    model.names, model.classes = {0: "orange_can", 1: "person", 2: "bowl"}, []
    model.set_classes = model.classes.extend
    monkeypatch.setattr(learned, "need_packages", asked.append)
    monkeypatch.setattr(learned, "use_all_cores", lambda: None)

    def load(kind, weights):
        asked.append((kind, weights))
        return BoxFiller(None) if kind == "SAM" else model

    monkeypatch.setattr(learned, "load", load)
    return asked, model


def test_open_vocabulary_tells_the_network_the_words(loaded):
    asked, model = loaded
    settings = DetectorSettings(classes=("FantaCan: orange soda can, Fanta", "Bowl: bowl"))
    assert make_detector("open_vocabulary", settings).name == "open_vocabulary"
    assert asked == ["open_vocabulary", ("YOLOE", learned.OPEN_WEIGHTS)]
    assert model.classes == ["orange soda can", "Fanta", "bowl"]


def test_yolo_world_comes_with_sam(loaded):
    asked, _ = loaded
    make_detector("open_vocabulary", DetectorSettings(("Bowl",), "yolov8s-worldv2.pt"))
    assert asked[1:] == [("YOLOWorld", "yolov8s-worldv2.pt"), ("SAM", learned.SAM_WEIGHTS)]
    asked.clear()
    make_detector("open_vocabulary", DetectorSettings(("Bowl",), "yolov8s-worldv2.pt", "sam2_t.pt"))
    assert asked[2] == ("SAM", "sam2_t.pt")


def test_yolo_maps_the_networks_names_to_types(loaded, scene):
    _, model = loaded
    masks = squares(scene.depth.shape, (10, 10), (60, 60), (100, 10))
    with within_domain("table"):
        settings = replace(SETTINGS, weights="lab.pt", classes=("FantaCan: orange can", "Bowl"))
        detector = make_detector("yolo", settings)
    model.reply = answer([[0, 0, 1, 1, 0.9, 0], [0, 0, 1, 1, 0.8, 1], [0, 0, 1, 1, 0.7, 2]], masks)
    assert [d.class_name for d in detector.detect(scene).items] == ["FantaCan", "Bowl"]


def test_a_network_that_knows_nothing_of_the_domain_is_refused(loaded):
    with pytest.raises(DetectorError, match="needs the file"):
        make_detector("yolo")
    with pytest.raises(DetectorError, match=r"orange_can, person, bowl.*detector_classes"):
        make_detector("yolo", DetectorSettings(("HolePunch",), "lab.pt"))


def test_a_missing_file_is_named_before_anything_is_loaded(tmp_path):
    with pytest.raises(DetectorError, match=r"there are no weights .*lab\.pt"):
        networks.load("YOLO", str(tmp_path / "lab.pt"))


# -- with ultralytics itself, networks of random weights ------------------------------------------------------------
real = pytest.mark.skipif(
    find_spec("ultralytics") is None or find_spec("torch") is None,
    reason="needs ultralytics and torch: ./pred setup vision",
)


@pytest.fixture
def weights(tmp_path, monkeypatch):
    """Yield a folder of weights of its own, from which nothing is downloaded."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("YOLO_OFFLINE", "true")
    with networks.weights_folder() as folder:
        yield folder


def random_scene(scene):
    rng = np.random.default_rng(1)
    return replace(scene, colour=rng.integers(0, 255, (*scene.depth.shape, 3), np.uint8))


def check(found, name, kinds, shape):
    assert found.detector == name and found.labels.shape == shape
    assert {d.class_name for d in found.items} <= set(kinds)
    assert {d.label for d in found.items} == set(np.unique(found.labels)) - {0}


@real
@pytest.mark.slow
def test_a_fixed_network_of_ultralytics_runs(weights, scene):
    from ultralytics import YOLO

    YOLO("yolo11n-seg.yaml").save("lab.pt")
    settings = DetectorSettings(
        classes=("Bowl: 0",), weights=str(weights / "lab.pt"), confidence=1e-6, image_size=160, least_pixels=1
    )
    detector = make_detector("yolo", replace(settings, classes=("Bowl: 0", "RedCup: 1")))
    check(detector.detect(random_scene(scene)), "yolo", ("Bowl", "RedCup"), scene.depth.shape)


@real
@pytest.mark.slow
def test_an_open_vocabulary_network_of_ultralytics_runs_with_sam(weights, scene):
    import torch
    from ultralytics import YOLOE
    from ultralytics.models.sam.build import build_mobile_sam

    pytest.importorskip("clip", reason="needs CLIP's tokenizer: ./pred setup vision")

    class Toy(torch.nn.Module):
        """As much of MobileCLIP's text encoder as its interface: tokens Nx77 to unit vectors Nx512."""

        def __init__(self):
            super().__init__()
            self.table = torch.nn.Embedding(50000, 512)

        def forward(self, tokens: torch.Tensor) -> torch.Tensor:
            return torch.nn.functional.normalize(self.table(tokens).mean(dim=1), dim=-1)

    torch.manual_seed(0)
    torch.jit.script(Toy()).save("mobileclip_blt.ts")
    YOLOE("yoloe-11s-seg.yaml").save("yoloe-lab-seg.pt")
    torch.save(build_mobile_sam().state_dict(), "mobile_sam.pt")
    settings = DetectorSettings(
        ("FantaCan: orange soda can, Fanta", "Bowl"), "yoloe-lab-seg.pt", "", 1e-6, 160
    )
    for sam in ("", "mobile_sam.pt"):
        detector = make_detector("open_vocabulary", replace(settings, sam_weights=sam, least_pixels=1))
        check(
            detector.detect(random_scene(scene)), "open_vocabulary", ("FantaCan", "Bowl"), scene.depth.shape
        )


@real
def test_weights_that_cannot_be_had_are_named(weights):
    with pytest.raises(DetectorError, match="no usable file"):
        make_detector("open_vocabulary", DetectorSettings(("Bowl",), "yoloe-nowhere-seg.pt"))
    (weights / "broken.pt").write_text("no weights")
    with pytest.raises(DetectorError, match="cannot use"):
        make_detector("yolo", DetectorSettings(("Bowl",), str(weights / "broken.pt")))
