#!/usr/bin/env bash
# Tries the Pi camera's driver with the real picamera2 and libcamera's virtual camera, in its own root of Debian.
#   sudo hardware/virtual_camera/try.sh [FOLDER]      FOLDER keeps the root between runs (about 800 MB)
# Where that root cannot be built it says why and ends with status 0: "skipped". Undo: delete FOLDER.
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
project=$(cd -- "$here/../.." && pwd)
root=${1:-/var/tmp/cups-up-virtual-camera}
say() { printf '%s\n' "$*"; }
skip() { say "skipped: $*"; exit 0; }

[ "$(id -u)" = 0 ] || skip "a root of Debian is built by root only (sudo)"
command -v mmdebstrap >/dev/null || skip "mmdebstrap is not there: apt-get install mmdebstrap"

release=forky # trixie's libcamera (0.4) has the virtual camera, but its frames never arrive
packages=ca-certificates,python3-libcamera,libcamera-ipa,python3-numpy,python3-venv,python3-prctl,python3-dev,gcc,libc6-dev

if [ ! -e "$root/root/ready" ]; then
    say "Building a root of Debian $release in $root, two or three minutes …"
    rm -rf "$root"
    mmdebstrap --quiet --variant=minbase --aptopt='Acquire::Check-Valid-Until "false"' \
        --include="$packages" "$release" "$root" >"$root.log" 2>&1 ||
        skip "the root could not be built: $(tail -1 "$root.log")"
    # This machine's certificates and pip settings, or pip finds nothing behind a company's proxy.
    cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt" 2>/dev/null || true
    for settings in "${PIP_CONFIG_FILE:-/nowhere}" "$HOME/.config/pip/pip.conf" "$HOME/.pip/pip.conf" /etc/pip.conf; do
        if [ -f "$settings" ]; then cp "$settings" "$root/etc/pip.conf"; break; fi
    done
    chroot "$root" env HOME=/root PATH=/usr/bin:/bin:/usr/sbin:/sbin PIP_CERT=/etc/ssl/certs/ca-certificates.crt \
        SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt sh -c \
        'python3 -m venv --system-site-packages /root/venv && /root/venv/bin/pip install -q picamera2 opencv-python-headless' \
        >>"$root.log" 2>&1 || skip "picamera2 could not be installed: $(tail -1 "$root.log")"
    touch "$root/root/ready"
fi

mkdir -p "$root/root/frames" "$root/root/cups-up"
cp "$here/virtual.yaml" "$root/usr/share/libcamera/pipeline/virtual/virtual.yaml" ||
    skip "this libcamera has no virtual camera"
cp "$here/dma_stand_in.c" "$here/try_camera.py" "$root/root/"
rm -rf "$root/root/cups-up/companion"
cp -r "$project/companion" "$root/root/cups-up/"
chroot "$root" env HOME=/root PATH=/usr/bin:/bin gcc -O2 -shared -fPIC -o /root/dma_stand_in.so /root/dma_stand_in.c -ldl
say "libcamera $(chroot "$root" dpkg-query -W -f "\${Version}" python3-libcamera)"
chroot "$root" env HOME=/root PATH=/usr/bin:/bin LD_PRELOAD=/root/dma_stand_in.so PYTHONPATH=/root/cups-up \
    LIBCAMERA_LOG_LEVELS=*:ERROR timeout 120 /root/venv/bin/python /root/try_camera.py
