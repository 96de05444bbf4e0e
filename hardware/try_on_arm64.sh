#!/usr/bin/env bash
# Tries the app in an emulated aarch64 root of Debian: what a Raspberry Pi does, without a Raspberry Pi.
#   sudo hardware/try_on_arm64.sh [FOLDER] [game|dice]    FOLDER keeps the root between runs (1.1 GB); without a word both
# game: installs the app and referees a demonstration game. Shown: every package exists for aarch64 and Debian's Python,
#       the weights load, a whole game is read and refereed. About ten minutes.
# dice: paints DICE (1000) fresh dice by SEED (the time) here, reads them here and there, and compares boxes, faces,
#       stars and doubts; the exit status is 1 if one die differs. About ten minutes. After a stop the same SEED goes on.
#       It needs ./run test once, which makes the .venv that paints. QEMU_CPU=cortex-a72 reads as a Pi 4's core does,
#       without dot products of bytes.
# Not shown: camera, pins, display, speed. Undo: delete FOLDER, and qemu-user-static if it was installed for this.
set -euo pipefail

project=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
root=${1:-/var/tmp/cups-up-arm64}
what=${2:-both}
release=bookworm
packages=ca-certificates,python3,python3-venv,libgl1,libegl1,libmtdev1
qemu=/usr/bin/qemu-aarch64-static
say() { printf '%s  %s\n' "$(date -u +%H:%M:%S)" "$*"; }
skip() { say "skipped: $*"; exit 0; }

[ "$(id -u)" = 0 ] || skip "a root of Debian is built by root only (sudo)"
for tool in mmdebstrap unshare; do command -v "$tool" >/dev/null || skip "$tool is not there: apt-get install $tool"; done

if [ "$(uname -m)" != aarch64 ]; then
    [ -x "$qemu" ] || skip "there is no emulator: apt-get install qemu-user-static"
    table=/proc/sys/fs/binfmt_misc
    [ -e "$table/register" ] || mount -t binfmt_misc binfmt_misc "$table" || skip "this kernel runs no foreign programs"
    if [ ! -e "$table/qemu-aarch64" ]; then
        say "telling the kernel to run aarch64 programs with $qemu"
        # The head of a 64-bit little-endian ELF file for machine 0xb7, and which of its bits count.
        printf '%s' ':qemu-aarch64:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00:\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:'"$qemu"':F' \
            >"$table/register"
    fi
fi

if [ ! -e "$root/root/ready" ]; then
    say "building a root of Debian $release for aarch64 in $root"
    rm -rf "$root"
    mmdebstrap --quiet --arch=arm64 --variant=minbase --include="$packages" "$release" "$root" >"$root.log" 2>&1 ||
        skip "the root could not be built: $(tail -1 "$root.log")"
    cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt" 2>/dev/null || true
    for settings in "${PIP_CONFIG_FILE:-/nowhere}" "$HOME/.config/pip/pip.conf" "$HOME/.pip/pip.conf" /etc/pip.conf; do
        if [ -f "$settings" ]; then cp "$settings" "$root/etc/pip.conf"; break; fi
    done
    touch "$root/root/ready"
fi

rm -rf "$root/root/cups-up"
mkdir -p "$root/root/cups-up/models"
(cd "$project" && cp -r companion hardware pyproject.toml README.md LICENSE hatch_build.py requirements*.txt "$root/root/cups-up/" &&
    cp models/*.onnx models/*.json "$root/root/cups-up/models/")

# shellcheck disable=SC2016  # $0 and $@ are the inner shell's
# Its mounts end with it. There is no /sys: ONNX Runtime would read this machine's processor there. OpenBLAS is told its
# core: under emulation it takes itself to run on an armv9sme, and multiplies wrongly.
inside() {
    unshare --mount bash -c 'mount -t proc proc "$0/proc" && exec chroot "$0" env -i HOME=/root LANG=C.UTF-8 \
        ${QEMU_CPU:+QEMU_CPU=$QEMU_CPU} OPENBLAS_CORETYPE=ARMV8 PYTHONDONTWRITEBYTECODE=1 \
        PATH=/usr/sbin:/usr/bin:/sbin:/bin PIP_CERT=/etc/ssl/certs/ca-certificates.crt \
        SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt CUPS_UP_HOME=/root/games "$@"' "$root" "$@"
}

referee_a_game() {
    say "step 3 of install.sh: cups-up update, which ends with a round of the demonstration game"
    local start='import sys; sys.path.append("/root/cups-up"); from companion.__main__ import main; sys.exit(main())'
    inside /usr/bin/python3 -I -c "$start" update --no-restart --home /opt/cups-up /root/cups-up
    say "what is installed"
    inside /opt/cups-up/current/bin/python -m pip list --disable-pip-version-check 2>/dev/null |
        grep -iE '^(cups|kivy|numpy|onnxruntime|opencv|gpiozero)'
    inside /opt/cups-up/current/bin/companion doctor --camera simulated || true
    say "done: the app was installed on aarch64 and refereed a game"
}

compare_dice() {
    local seed=${SEED:-$(date +%s)} count=${DICE:-1000} python="$project/.venv/bin/python" code dice there picture
    dice=/root/dice/$seed-$count
    [ -x "$python" ] || skip "the .venv that paints dice is not there: ./run test makes it"
    if [ ! -e "$root/root/reading/ready" ]; then
        say "installing what reads dice"
        grep -vE '^ *(--hash|#)' "$project/requirements.txt" | sed 's/ *\\$//' >"$root/root/pins.txt"
        grep -E '^(numpy|onnxruntime|opencv-python-headless|polib)==' "$root/root/pins.txt" >"$root/root/needed.txt"
        inside python3 -m venv /root/reading
        inside /root/reading/bin/pip install --quiet --disable-pip-version-check --no-compile --only-binary :all: \
            -r /root/needed.txt -c /root/pins.txt
        touch "$root/root/reading/ready"
    fi
    say "painting $count dice by SEED=$seed"
    [ -e "$root$dice/painted" ] || (cd "$project" && "$python" -m models.two_machines paint "$root$dice" \
        --dice "$count" --seed "$seed" && touch "$root$dice/painted")
    say "reading them here ($(uname -m))"
    (cd "$project" && "$python" -m companion read --json "$root$dice"/*.png >"$root$dice/here.jsonl")
    say "reading them there ($(inside uname -m), ${QEMU_CPU:-any core})"
    code=$(cd "$root/root/cups-up" && find companion models -name '*.py' -o -name '*.onnx' | sort | xargs cat | sha256sum)
    there="$root$dice/there-${QEMU_CPU:-any}-${code:0:8}.jsonl"
    touch "$there"
    sed -i '/}$/!d' "$there"  # a stop may have left half a line
    for picture in "$root$dice"/*.png; do
        if ! grep -q "/${picture##*/}\"" "$there"; then printf '%s\0' "$dice/${picture##*/}"; fi
    done | inside bash -c 'cd /root/cups-up && PYTHONUNBUFFERED=1 xargs -0r /root/reading/bin/python -m companion read --json' \
        >>"$there"
    (cd "$project" && "$python" -m models.two_machines compare "$root$dice/here.jsonl" "$there")
}

say "inside: $(inside uname -m), $(inside python3 --version)"
[ "$what" = dice ] || referee_a_game
[ "$what" = game ] || compare_dice
