"""What is true of a sprite: one line of ``labels.jsonl``. Angles in degrees, boxes and lengths in px.

- ``file``: BGRA WebP with straight alpha; multiply by alpha before resizing. ``shadow``: grey PNG of the same
  size, the share of linear light that the table keeps: multiply the background by it, then lay the
  sprite over.
- ``kind``: flat, cocked, blank (no pips), group, cup, coin, chip, card, board, finger.
- ``dice``: a list. ``face`` (null: blank), ``star``, ``kind`` (flat, cocked, stacked, blank), ``box`` of the
  visible part, ``px`` (its side), ``hidden`` (share behind others), ``side_direction_deg`` (from top to foot:
  0 right, 90 down). A die under another one is flat with ``hidden`` above 0; the upper one is stacked.
- Of the sheet: ``light_azimuth_deg`` (0 is the picture's top, clockwise), ``white`` (linear RGB of a white
  thing there).
"""

from __future__ import annotations

import cv2
import numpy as np

from models.render.developing import mask_box
from models.render.placing import Kind
from models.render.rendered import CutOut
from models.render.sheet import Cluster, Member, Setting

SINGLE_DIE_KEYS = ("face", "star", "px", "colour", "material")


def hidden_share(member: Member, setting: Setting, cover: np.ndarray) -> float:
    """Share 0-1 of a die's outline that something hides; ``cover`` is what shows of it."""
    points = np.concatenate([part[1] for part in member.die.placed(member.pose)])
    hull = cv2.convexHull(setting.camera.project(points.astype(np.float64)).astype(np.float32))
    return max(0.0, 1.0 - float(cover.sum()) / float(cv2.contourArea(hull)))


def side_direction_deg(member: Member, setting: Setting) -> float:
    """Where in the picture the die's foot lies from its top: 0 right, 90 down."""
    ends = member.pose.centre + np.array([[0, 0, 0.5], [0, 0, -0.5]]) * member.pose.side_mm
    top, foot = setting.camera.project(ends)
    return float(np.degrees(np.arctan2(foot[1] - top[1], foot[0] - top[0])))


def die_label(member: Member, setting: Setting, cover: np.ndarray, hidden: float) -> dict:
    """What is true of one die of a sprite."""
    shape, look, centre = member.die.shape, member.die.look, member.pose.centre
    face = None if shape.blank else member.pose.face(shape.layout)
    starred = face == 1 and shape.star is not None
    return {
        "face": face,
        "star": None if shape.blank else starred,
        "star_points": shape.star.points if starred else None,
        "kind": Kind.BLANK.value if shape.blank else member.pose.kind.value,
        "box": list(mask_box(cover)),
        "px": round(setting.camera.px_per_mm(centre) * shape.side_mm, 1),
        "hidden": round(hidden, 3),
        "side_mm": round(shape.side_mm, 2),
        "view_tilt_deg": round(setting.camera.view_tilt_deg(centre), 1),
        "side_direction_deg": round(side_direction_deg(member, setting), 1),
        "colour": [round(255 * channel) for channel in look.body],
        "pip_colour": [round(255 * channel) for channel in look.pips],
        "material": look.name,
        "edge": shape.edge.value,
        "roundness": round(shape.roundness, 3),
        "cut": shape.cut.value,
    }


def sheet_label(setting: Setting, sheet: int) -> dict:
    """What all sprites of a sheet share."""
    light = setting.light
    return {
        "split": setting.split,
        "sheet": sheet,
        "tilt_deg": round(setting.tilt_deg, 1),
        "px_per_mm": round(setting.camera.px_per_mm(np.zeros(3)), 3),
        "light": light.kind,
        "light_azimuth_deg": round(light.main_azimuth_deg, 1),
        "light_elevation_deg": round(light.main_elevation_deg, 1),
        "brightness": round(setting.brightness, 3),
        "white": [round(float(c), 4) for c in setting.exposure.gain * light.irradiance / np.pi],
        "ground": [round(float(c), 4) for c in setting.ground],
    }


def sprite_label(cluster: Cluster, cut: CutOut, setting: Setting) -> dict:
    """What is true of one sprite; a single die's facts are repeated at the top."""
    dice = [
        die_label(member, setting, cover, hidden_share(member, setting, cover))
        for member, cover in zip(cluster.members, cut.die_covers, strict=True)
    ]
    single = {key: dice[0][key] for key in SINGLE_DIE_KEYS} if len(dice) == 1 else {}
    box = list(mask_box(cut.cover))
    return single | {"kind": cluster.kind.value, "size": list(cut.size), "box": box, "dice": dice}
