#!/usr/bin/env bash
# Makes a fresh Raspberry Pi OS (Lite is enough), or Debian 12 or 13 on a mini PC, a kiosk that starts the game at boot,
# or undoes that. A desktop that is there stays, and does not start until undo.
#   sudo hardware/install.sh                    install this checkout; again at any time: what was chosen stays
#   sudo hardware/install.sh --wheel FILE       install a wheel instead
#   sudo hardware/install.sh --rotate 90        the display is mounted turned: 0, 90, 180 or 270 degrees
#   sudo hardware/install.sh --options "--camera pi:75"     more words for cups-up play
#   sudo hardware/install.sh --strip            an LED strip is connected to SPI; --no-strip: no longer
#   sudo hardware/install.sh undo               remove everything but the games; undo --games: those, too
#   … --dry-run                                 say what would be done and do nothing
# Every step says what it does, and skips what is already done.
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
project=$(dirname -- "$here")
root="" dry=no verb=install source=$project games=no
unset rotate options strip # not given: as they are

usage() { sed -n '2,11p' "${BASH_SOURCE[0]}" | cut -c3-; }
give_up() { printf 'install.sh: %s\n' "$*" >&2; exit 1; }

while [ $# -gt 0 ]; do
    case $1 in
        install | undo) verb=$1 ;;
        --wheel) source=$(realpath -m -- "${2:?--wheel needs a file}"); shift ;;
        --rotate) rotate=${2:?--rotate needs degrees}; shift ;;
        --options) options=${2?--options needs words}; shift ;;
        --root) root=${2:?--root needs a folder}; shift ;;
        --strip) strip=yes ;;
        --no-strip) strip=no ;;
        --games) games=yes ;;
        --dry-run) dry=yes ;;
        -h | --help) usage; exit 0 ;;
        *) usage >&2; give_up "what is '$1'?" ;;
    esac
    shift
done
case ${rotate-0} in 0 | 90 | 180 | 270) ;; *) give_up "a display is turned by 0, 90, 180 or 270 degrees, not '$rotate'" ;; esac
[ -e "$source" ] || give_up "there is no $source"
[ -n "$root" ] || [ "$dry" = yes ] || [ "$(id -u)" = 0 ] || give_up "this changes the system: call it with sudo"

start='import sys; sys.path.append(sys.argv.pop(1)); from companion.__main__ import main; sys.exit(main())'
packages=(python3-venv libgl1 libegl1 libgles2 libgbm1 libmtdev1)
unit=$root/etc/systemd/system/cups-up.service
network=$root/etc/systemd/system/cups-up.service.d/network.conf
settings=$root/etc/cups-up.conf
no_pins=$root/etc/systemd/system/cups-up.service.d/no-pins.conf
power=$root/etc/polkit-1/rules.d/50-cups-up.rules
home=$root/opt/cups-up
state=$root/var/lib/cups-up
starts_in=$root/etc/systemd/system/default.target
desktop=$root/etc/systemd/system/display-manager.service
config=""
for each in "$root/boot/firmware/config.txt" "$root/boot/config.txt"; do
    if [ -z "$config" ] && [ -e "$each" ]; then config=$each; fi
done
# Only Raspberry Pi's archive has the packages and overlays of a Pi's camera and pins; Debian's own system for a Pi writes
# config.txt anew with each kernel.
grep -rqs raspberrypi "$root/etc/apt/sources.list.d" || config=""
if [ -n "$config" ]; then packages+=(python3-picamera2 python3-lgpio python3-spidev); fi

step() { printf '%s\n' "$*"; }
# do_it WORDS…: files, under --root if there is one.
do_it() { if [ "$dry" = yes ]; then printf '    would: %s\n' "$*"; else "$@"; fi; }
# on_system WORDS…: only on the running system, not under --root.
on_system() { if [ "$dry" = yes ] || [ -n "$root" ]; then printf '    would: %s\n' "$*"; else "$@"; fi; }

# running WORDS…: systemctl, where systemd runs; in the root of an image that is being built it does not.
running() {
    if [ "$dry" = yes ] || [ -n "$root" ] || [ -d /run/systemd/system ]; then on_system systemctl "$@"; else step "    not now: systemctl $*"; fi
}

put() { # put FILE: write standard input to the file, unless it has this content already
    local wanted
    wanted=$(cat; printf x)
    if [ -e "$1" ] && [ "$(cat -- "$1"; printf x)" = "$wanted" ]; then step "    already so: $1"; return; fi
    if [ "$dry" = yes ]; then step "    would write: $1"; return; fi
    mkdir -p -- "$(dirname -- "$1")"
    printf %s "${wanted%x}" >"$1.new"
    mv -- "$1.new" "$1"
    step "    written: $1"
}

begin="# cups-up: begin (hardware/install.sh; undo takes these lines away)"
end="# cups-up: end"
without_block() { # the file without our lines
    if [ -e "$1" ]; then awk -v b="$begin" -v e="$end" '$0 == b {skip = 1} !skip {print} $0 == e {skip = 0}' "$1"; fi
}
keep_what_was_chosen() { # what this call does not name stays as the last call left it
    local words=""
    [ ! -e "$settings" ] || words=$(sed -n 's/^CUPS_UP_OPTIONS=//p' "$settings")
    [[ $words =~ ^--rotate\ ([0-9]+)\ ?(.*)$ ]] || BASH_REMATCH=("" 0 "$words")
    : "${rotate=${BASH_REMATCH[1]}}" "${options=${BASH_REMATCH[2]}}"
    if [ -z "${strip-}" ]; then
        strip=no
        if [ -n "$config" ] && awk -v b="$begin" -v e="$end" '$0 == e {ours = 0} ours; $0 == b {ours = 1}' "$config" |
            grep -qx dtparam=spi=on; then strip=yes; fi
    fi
}
config_lines() {
    printf '%s\n' "$begin" "[all]"
    # A camera module with an overlay of its own is not looked for.
    without_block "$config" | grep -qE '^dtoverlay=(imx|ov|arducam)' || printf '%s\n' "camera_auto_detect=1"
    printf '%s\n' "display_auto_detect=1" "dtoverlay=vc4-kms-v3d" "disable_splash=1"
    if [ "$strip" = yes ]; then printf '%s\n' "dtparam=spi=on"; fi
    printf '%s\n' "$end"
}

at_home="localhost link-local multicast 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7"
hosts_of_options() { # the hosts of network cameras and brokers among the options of play, one a line
    local words=" ${options//[\"\']/} " host
    local address='[[:space:]](--camera|--events)[=[:space:]]+[^[:space:]]+://([^/?[:space:]]+)(.*)$'
    while [[ $words =~ $address ]]; do
        host=${BASH_REMATCH[2]##*@} words=${BASH_REMATCH[3]}
        if [[ $host =~ ^\[([^]]+)\] ]]; then printf '%s\n' "${BASH_REMATCH[1]}"; else printf '%s\n' "${host%%:*}"; fi
    done
}
addresses_of_options() { # the addresses that the service may talk to
    local host addresses=""
    for host in $(hosts_of_options); do
        # A name must be looked up; the name server and the host are expected in the networks of the house.
        if [[ $host != *:* && ! $host =~ ^[0-9]+(\.[0-9]+){3}$ ]]; then printf '%s\n' "$at_home"; return; fi
        addresses+="${addresses:+ }$host"
    done
    case " $options " in *" --scoreboard"[\ =]* | *" --phones"[\ =]*) printf '%s\n' "$at_home" ;; *) printf '%s\n' "$addresses" ;; esac
}
open_the_network() {
    local addresses
    close_the_network camera.conf # its name in 0.1.0
    addresses=$(addresses_of_options)
    if [ -n "$addresses" ]; then
        step "    it may talk to $addresses and to nobody else"
        printf '[Service]\nIPAddressAllow=%s\nRestrictAddressFamilies=AF_INET AF_INET6\n' "$addresses" | put "$network"
    else
        close_the_network
    fi
}
close_the_network() { # close_the_network [NAME]: take the drop-in away
    local folder
    folder=$(dirname -- "$network")
    [ -e "$folder/${1-network.conf}" ] || return 0
    do_it rm -f -- "$folder/${1-network.conf}"
    do_it rmdir --ignore-fail-on-non-empty -- "$folder"
}

installed() { dpkg-query -W -f '${Status} ${Package}\n' "$@" 2>/dev/null | sed -n 's/.* ok installed //p'; }

take_the_display() { # a desktop holds the display: the machine starts without it, until undo
    [ -e "$desktop" ] || [ -L "$desktop" ] || return 0
    step "    a desktop is there: from the next boot on the machine starts without it"
    [ -e "$home/former-target" ] || do_it sh -c 'readlink "$1" >"$2" || echo /lib/systemd/system/graphical.target >"$2"' - "$starts_in" "$home/former-target"
    do_it ln -sfn /lib/systemd/system/multi-user.target "$starts_in"
}

give_the_display_back() {
    [ -e "$home/former-target" ] || return 0
    step "    the desktop starts again from the next boot on"
    do_it ln -sfn "$(cat -- "$home/former-target")" "$starts_in"
}

install_all() {
    keep_what_was_chosen
    step "1. System packages: ${packages[*]}"
    local missing=() package there
    there=$(installed "${packages[@]}" "${packages[@]/%/t64}" || true)
    for package in "${packages[@]}"; do
        grep -qxE "$package(t64)?" <<<"$there" || missing+=("$package")
    done
    if [ ${#missing[@]} -gt 0 ]; then
        on_system apt-get update -qq
        on_system env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
    else
        step "    already there"
    fi

    step "2. A user cups-up for the game, without a password"
    if id cups-up >/dev/null 2>&1; then
        step "    already there"
    else
        on_system useradd --system --home-dir /var/lib/cups-up --shell /usr/sbin/nologin cups-up
    fi

    step "3. The app in $home, tried before it is used: its first scene, a round of the demonstration game"
    # -I: only the code of this checkout and of the system runs as root, nothing of the working directory.
    on_system /usr/bin/python3 -I -B -c "$start" "$project" update --no-restart --home "$home" "$source"
    do_it mkdir -p -- "$home" "$state"

    if [ -n "$config" ]; then
        step "4. Lines in $config: camera, display$([ "$strip" = yes ] && printf ', SPI')"
        { without_block "$config"; config_lines; } | put "$config"
    else
        step "4. This is not Raspberry Pi OS, so there are no pins, and the camera is one on USB"
        printf '[Service]\nSupplementaryGroups=\nSupplementaryGroups=video render input audio\n' | put "$no_pins"
    fi

    step "5. The service that starts it at boot, restarts it when it hangs, and goes back to the last version that ran well"
    put "$home/first_starts.sh" <"$here/first_starts.sh"
    do_it chmod 755 "$home/first_starts.sh"
    put "$unit" <"$here/cups-up.service"
    take_the_display
    open_the_network
    step "    it may shut the machine down, from the settings on its screen"
    put "$power" <"$here/cups-up.rules"
    local words="$options"
    if [ "$rotate" != 0 ]; then words="--rotate $rotate${words:+ $words}"; fi
    printf '# More words for cups-up play; hardware/install.sh --options writes this file, and opens the network as\n# far as they need it.\nCUPS_UP_OPTIONS=%s\n' "$words" | put "$settings"
    running daemon-reload
    on_system systemctl enable cups-up.service
    if [ -e "$home/former-target" ]; then step "    it starts with the next boot"; else running restart cups-up.service; fi

    if [ "$dry" = yes ]; then step "Nothing was changed: this was a dry run."; return; fi
    step "Done. Games, house rules and panel.toml are in $state."
    [ -z "$config" ] || step "The lines in config.txt count from the next boot on: sudo reboot"
    step "Update: sudo $home/current/bin/cups-up update WHEEL    Back: … update --back    Undo: sudo $here/install.sh undo"
}

undo_all() {
    step "1. The service"
    running stop cups-up.service || true
    on_system systemctl disable cups-up.service || true
    do_it rm -f -- "$unit" "$settings" "$power"
    close_the_network no-pins.conf
    close_the_network
    give_the_display_back
    running daemon-reload
    if [ -n "$config" ]; then
        step "2. Our lines in $config"
        without_block "$config" | put "$config"
    fi
    step "3. The app in $home"
    do_it rm -rf -- "$home"
    do_it rm -f -- "$state/ran-well"
    if [ "$games" = yes ]; then
        step "4. The games in $state, and the user"
        do_it rm -rf -- "$state"
        on_system userdel cups-up || true
    else
        step "4. The games stay in $state (undo --games takes them, too)"
    fi
    step "The system packages stay: others may use them. They were: ${packages[*]}"
}

"${verb}_all"
