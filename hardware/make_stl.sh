#!/usr/bin/env bash
# Writes plate.stl and clamp.stl beside mount.scad, in millimetres, lying as they are printed. Needs openscad.
#   hardware/make_stl.sh [-D 'arm=20' …]    other lengths than those in the file
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")"
for part in plate clamp; do
    openscad --quiet --export-format binstl "$@" -D "part=\"$part\"" -o "$part.stl" mount.scad
done
