#!/usr/bin/env bash
# Builds an image to flash: a Raspberry Pi's system with the kiosk in it, by the packages of Debian or of Raspberry Pi.
#   sudo hardware/image/build.sh [FOLDER]          FOLDER/cups-up-VERSION.img.xz, and a list for Raspberry Pi Imager
#   sudo hardware/image/build.sh boot [FOLDER]     starts the image in QEMU (no Pi), looks at its screen and services
#   hardware/image/build.sh --dry-run [FOLDER]     says what goes in and does nothing
# FOLDER (/var/tmp/cups-up-image) keeps each finished step: after a stop the next call goes on. Delete base.tar in it for
# newer packages, and root for a newer app. Undo: delete FOLDER. On a PC it needs qemu-user-static; see the README here.
# shellcheck disable=SC2154,SC2012  # image.conf says it; the names are plain
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
project=$(cd -- "$here/../.." && pwd)
verb=build
while [ $# -gt 0 ]; do
    case $1 in
        boot | --dry-run) verb=$1 ;;
        -h | --help) sed -n '2,7p' "${BASH_SOURCE[0]}" | cut -c3-; exit 0 ;;
        -*) printf 'build.sh: what is %s?\n' "$1" >&2; exit 1 ;;
        *) folder=$1 ;;
    esac
    shift
done
folder=$(realpath -m -- "${folder:-/var/tmp/cups-up-image}")
base=$folder/base.tar root=$folder/root log=$folder/build.log
# shellcheck source=hardware/image/image.conf
. "$here/image.conf"
version=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' "$project/companion/__init__.py")
image=$folder/cups-up-$version.img

say() { printf '%s  %s\n' "$(date -u +%H:%M:%S)" "$*"; }
give_up() { printf 'build.sh: %s\n' "$*" >&2; exit 1; }

# --- which packages -----------------------------------------------------------------------------
pi_archive=http://archive.raspberrypi.com/debian
choose_archive() { # Raspberry Pi's own packages where their archive can be reached and its key is on this machine
    key=$(compgen -G "/usr/share/keyrings/raspberrypi-archive-keyring.*" | head -n 1) || true
    if [ -n "$key" ] && curl -fsS -m 20 -o /dev/null "$pi_archive/dists/$release/InRelease" 2>/dev/null; then
        archive=raspberry-pi packages+=("${from_raspberry_pi[@]}")
    else
        archive=debian packages+=("${from_debian[@]}")
    fi
}

plan() {
    printf 'image: %s, %s MiB of FAT (bootfs), then ext4 (rootfs) as large as its files and %s MiB\n' "$image" "$boot_mib" "$spare_mib"
    if [ "$archive" = debian ]; then
        printf 'archive: Debian %s alone: for a Pi 3 or 4, a camera on USB, no buttons\n' "$release"
    else
        printf "archive: Debian %s and Raspberry Pi's: every 64-bit Pi, its camera and its pins\n" "$release"
    fi
    printf 'packages: %s\n' "${packages[*]}"
    printf 'app: %s, by hardware/install.sh\nfirst start: host %s, cloud-init with the files user-data and network-config\n' "$version" "$host"
}

# --- step 1: Debian for aarch64 -----------------------------------------------------------------
can_run_aarch64() {
    local table=/proc/sys/fs/binfmt_misc
    [ "$(uname -m)" != aarch64 ] || return 0
    [ -x /usr/bin/qemu-aarch64-static ] || give_up "no emulator of aarch64: apt-get install qemu-user-static"
    [ -e "$table/register" ] || mount -t binfmt_misc binfmt_misc "$table" || give_up "this kernel runs no foreign programs"
    # The head of a 64-bit little-endian ELF file for machine 0xb7, and which of its bits count.
    [ -e "$table/qemu-aarch64" ] ||
        printf '%s' ':qemu-aarch64:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00:\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:/usr/bin/qemu-aarch64-static:F' >"$table/register"
}
build_base() {
    local sources=() list
    if [ "$archive" = raspberry-pi ]; then sources=("deb [signed-by=$key] $pi_archive $release main"); fi
    list=$(IFS=,; echo "${packages[*]}")
    # shellcheck disable=SC2016  # $1 is mmdebstrap's: the root
    mmdebstrap --quiet --arch=arm64 --variant=minbase --include="$list" --components=main,non-free-firmware \
        --setup-hook='mkdir -p "$1/boot/firmware"' --aptopt='Acquire::Languages "none"' \
        --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
        --dpkgopt='path-include=/usr/share/doc/*/copyright' "$release" "$base.new" \
        "deb http://deb.debian.org/debian $release main non-free-firmware" \
        "deb http://deb.debian.org/debian-security $release-security main non-free-firmware" "${sources[@]}" >>"$log" 2>&1 ||
        give_up "the base could not be built: $(tail -n 2 "$log")"
    mv -- "$base.new" "$base"
}

# --- step 2: the kiosk and the settings ----------------------------------------------------------
# shellcheck disable=SC2016  # $0 and $@ are the inner shell's
# Its mounts end with it. No /sys: ONNX Runtime would read this machine's processor there. OpenBLAS is told its core, as
# under emulation it guesses a wrong one.
inside() {
    unshare --mount bash -c 'mount -t proc proc "$0/proc" && mount -t tmpfs tmpfs "$0/run" && mount --bind "$1" "$0/mnt" && \
        shift && exec chroot "$0" env -i HOME=/root LANG=C.UTF-8 OPENBLAS_CORETYPE=ARMV8 DEBIAN_FRONTEND=noninteractive \
        PATH=/usr/sbin:/usr/bin:/sbin:/bin PIP_CERT=/etc/ssl/certs/ca-certificates.crt "$@"' "$root" "$project" "$@"
}
put() { mkdir -p -- "$(dirname -- "$root/$1")" && cat >"$root/$1"; } # put FILE: standard input
lend_network() { # this machine's certificates and settings of pip, for the build alone
    local each
    for each in /etc/ssl/certs/ca-certificates.crt /etc/pip.conf /etc/resolv.conf; do
        [ ! -e "$root$each" ] || [ -e "$root$each.own" ] || mv -- "$root$each" "$root$each.own"
        [ ! -e "$each" ] || cp -L -- "$each" "$root$each"
    done
}
give_network_back() {
    local each
    for each in /etc/ssl/certs/ca-certificates.crt /etc/pip.conf /etc/resolv.conf; do
        rm -f -- "$root$each"
        [ ! -e "$root$each.own" ] || mv -- "$root$each.own" "$root$each"
    done
}

settings() { # what every card has, before its first start
    printf 'LABEL=rootfs / ext4 noatime 0 1\nLABEL=bootfs /boot/firmware vfat defaults 0 2\n' | put etc/fstab
    echo "$host" | put etc/hostname
    printf '127.0.0.1 localhost\n127.0.1.1 %s\n::1 localhost ip6-localhost\n' "$host" | put etc/hosts
    : | put etc/machine-id
    rm -f -- "$root"/etc/ssh/ssh_host_* "$root"/var/lib/dbus/machine-id
    # Imager writes these files into the FAT partition; it needs them to be there.
    printf '#cloud-config\n' | put boot/firmware/user-data
    : | put boot/firmware/network-config
    printf 'dsmode: local\ninstance-id: cups-up-image\n' | put boot/firmware/meta-data
    printf 'datasource_list: [NoCloud, None]\ndatasource:\n  NoCloud:\n    fs_label: bootfs\n' | put etc/cloud/cloud.cfg.d/99_cups-up.cfg
    printf 'network:\n  version: 2\n  renderer: NetworkManager\n' | put usr/lib/netplan/00-network-manager-all.yaml
    chmod 600 "$root/usr/lib/netplan/00-network-manager-all.yaml"
    put usr/local/lib/cups-up/first_boot.sh <"$here/first_boot.sh"
    chmod 755 "$root/usr/local/lib/cups-up/first_boot.sh"
    put etc/systemd/system/cups-up-first-boot.service <"$here/cups-up-first-boot.service"
    printf '[Service]\nEnvironmentFile=-/etc/cups-up-language.conf\n' | put etc/systemd/system/cups-up.service.d/language.conf
    local words="quiet consoleblank=0 vt.global_cursor_default=0"
    if [ "$archive" = debian ]; then # its package writes both files anew with each kernel; a Pi 4 must have no size of CMA
        printf 'ROOTPART=LABEL=rootfs\nCONSOLES=tty1\nCMA=0\n' | put etc/default/raspi-firmware
        echo "$words" | put etc/default/raspi-extra-cmdline
        echo disable_splash=1 | put etc/default/raspi-firmware-custom
        inside env DEB_MAINT_PARAMS=configure /etc/kernel/postinst.d/z50-raspi-firmware
    else
        echo "console=tty1 root=LABEL=rootfs rootfstype=ext4 fsck.repair=yes rootwait $words" | put boot/firmware/cmdline.txt
        printf 'arm_64bit=1\narm_boost=1\nauto_initramfs=1\ndisable_overscan=1\n' | put boot/firmware/config.txt
    fi
}

build_root() {
    rm -rf -- "${root:?}"
    mkdir -p -- "$root"
    tar -C "$root" -xf "$base"
    lend_network
    settings >>"$log" 2>&1
    say "    hardware/install.sh"
    inside /mnt/hardware/install.sh >>"$log" 2>&1 || give_up "the kiosk could not be installed: $(tail -n 5 "$log")"
    inside systemctl enable cups-up-first-boot.service >>"$log" 2>&1
    inside systemctl disable ssh.service >>"$log" 2>&1 # first_boot.sh turns it on where it is asked for
    inside systemd-analyze verify cups-up.service cups-up-first-boot.service >>"$log" 2>&1 ||
        give_up "systemd does not accept a unit: $(tail -n 5 "$log")"
    give_network_back
    rm -rf -- "$root"/var/cache/apt/archives/*.deb "$root"/var/lib/apt/lists/* "$root"/root/.cache "$root"/tmp/*
    touch "$folder/root.ready"
}

# --- step 3: partitions and files, without loop devices ---------------------------------------------
pack() {
    local fat=$folder/boot.fat ext=$folder/root.ext4 mib
    rm -f -- "$fat" "$ext" "$image"
    truncate -s "${boot_mib}M" "$fat"
    mkfs.vfat -F 32 -n bootfs "$fat" >>"$log"
    mcopy -s -i "$fat" "$root"/boot/firmware/* ::
    mib=$(($(du -sm --exclude=./boot/firmware "$root" | cut -f 1) * 108 / 100 + spare_mib))
    truncate -s "${mib}M" "$ext"
    # shellcheck disable=SC2016  # the root holds the mount point, not the files
    unshare --mount sh -c 'mount -t tmpfs tmpfs "$1/boot/firmware" && mke2fs -q -t ext4 -L rootfs -d "$1" "$2"' - "$root" "$ext" \
        >>"$log" 2>&1 || give_up "no ext4: $(tail -n 2 "$log")"
    truncate -s "$((4 + boot_mib + mib))M" "$image.new"
    printf 'label: dos\nstart=4MiB, size=%sMiB, type=c, bootable\nstart=%sMiB, type=83\n' "$boot_mib" $((4 + boot_mib)) |
        sfdisk -q "$image.new" >>"$log"
    dd if="$fat" of="$image.new" bs=1M seek=4 conv=notrunc,sparse status=none
    dd if="$ext" of="$image.new" bs=1M seek=$((4 + boot_mib)) conv=notrunc,sparse status=none
    rm -f -- "$fat" "$ext"
    mv -- "$image.new" "$image"
}
list_for_imager() { # with init_format Imager 2 offers its settings for an image of one's own, too
    local devices='"pi3-64bit", "pi4-64bit"'
    [ "$archive" = debian ] || devices+=', "pi5-64bit"'
    printf '{"os_list": [{"name": "Cups Up %s", "description": "The referee at a table of liar'"'"'s dice: a kiosk", "icon": "",
  "url": "file://%s", "release_date": "%s", "extract_size": %s, "extract_sha256": "%s",
  "image_download_size": %s, "devices": [%s], "init_format": "cloudinit"}]}\n' \
        "$version" "$image.xz" "$(date -u +%F)" "$(stat -c %s "$image")" "$(sha256sum <"$image" | cut -d' ' -f 1)" \
        "$(stat -c %s "$image.xz")" "$devices" >"${image%.img}.rpi-imager-manifest"
}

# --- boot: what an emulated machine shows -------------------------------------------------------------
boot() { # a general machine with 1 GB, not a Pi: QEMU's Pi 3 has no display to draw on. Its picture, every minute: screen.png
    local kernel initrd slow monitor=${MONITOR_PORT:-4455}
    [ -e "$image" ] || give_up "there is no $image yet"
    command -v qemu-system-aarch64 >/dev/null || give_up "no emulator: apt-get install qemu-system-arm ipxe-qemu"
    kernel=$(compgen -G "$root/boot/vmlinuz-*" | tail -n 1) initrd=$(compgen -G "$root/boot/initrd.img-*" | tail -n 1)
    slow=$(printf '[Service]\nTimeoutStartSec=infinity\nWatchdogSec=0\n' | base64 -w 0) # it has a hundredth of a Pi's speed
    say "starting $image; its console: $folder/console.log"
    qemu-system-aarch64 -M virt -cpu cortex-a72 -m 1024 -kernel "$kernel" -initrd "$initrd" \
        -append "root=LABEL=rootfs rw console=ttyAMA0 net.ifnames=0 nosoftlockup systemd.journald.forward_to_console=1 systemd.set_credential_binary=systemd.unit-dropin.cups-up.service:$slow" \
        -drive file="$image",format=raw,if=virtio,snapshot=on -device virtio-gpu-pci -device virtio-tablet-pci \
        -netdev user,id=n -device virtio-net-pci,netdev=n -display none -serial "file:$folder/console.log" \
        -monitor "tcp:127.0.0.1:$monitor,server,nowait" &
    while sleep 60 && kill -0 $! 2>/dev/null; do
        { printf 'screendump %s -f png\n' "$folder/screen.png" >&3; sleep 3; } 3<>"/dev/tcp/127.0.0.1/$monitor" || true
    done
}

choose_archive
case $verb in
    --dry-run) plan; exit 0 ;;
    boot) boot; exit ;;
esac
[ "$(id -u)" = 0 ] || give_up "it builds a system with users of its own: call it with sudo"
for tool in mmdebstrap unshare curl mkfs.vfat mcopy mke2fs sfdisk xz; do
    command -v "$tool" >/dev/null || give_up "$tool is not there: apt-get install mmdebstrap mtools dosfstools fdisk xz-utils curl"
done
mkdir -p -- "$folder"
plan
can_run_aarch64
[ -e "$base" ] || { say "1. Debian $release for aarch64"; build_base; }
[ -e "$folder/root.ready" ] && [ -d "$root" ] || { say "2. the kiosk and the settings"; build_root; }
say "3. the image"
pack
xz -T0 -2 -k -f "$image"
list_for_imager
say "done: $(ls -s -h "$image.xz" | cut -d' ' -f 1) $image.xz"
