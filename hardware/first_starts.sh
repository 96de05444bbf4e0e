#!/bin/sh
# Runs before each start of the service, as root: a new version has three starts to run well. Then the last version
# that ran well is used again. No Python here: it must work whatever is wrong with a new version.
#   first_starts.sh [HOME [MARK]]
# HOME holds the versions. MARK names the version that last ran for a minute, as the app wrote it: only the name of a
# folder in HOME/versions counts.
set -u
home=${1:-/opt/cups-up}
mark=${2:-/var/lib/cups-up/ran-well}
most=3
count=$home/starts

named() { target=$(readlink -- "$home/$1") && basename -- "$target"; }
there() { [ -x "$home/versions/$1/bin/python" ]; }
use() { # use LINK NAME: by a rename, synced to disk before and after it
    ln -sfn -- "versions/$2" "$home/.$1.new" && sync "$home" && mv -T -- "$home/.$1.new" "$home/$1" && sync "$home"
}

if [ -f "$mark" ] && [ ! -L "$mark" ]; then
    ran=$(head -c 100 -- "$mark" | head -n 1)
    case $ran in
        '' | .* | */*) ;;
        *) if there "$ran" && [ "$ran" != "$(named proven)" ]; then use proven "$ran"; fi ;;
    esac
fi

current=$(named current) proven=$(named proven)
if [ -z "$proven" ] || [ "$proven" = "$current" ] || ! there "$proven"; then
    rm -f -- "$count"
    exit 0
fi

name='' starts=0
if [ -r "$count" ]; then read -r name starts <"$count" || starts=0; fi
case $starts in '' | *[!0-9]*) starts=0 ;; esac
if [ "$name" != "$current" ]; then starts=0; fi
if [ "$starts" -ge "$most" ]; then
    echo "$current did not run well in $most starts: $proven is used again"
    use current "$proven"
    rm -f -- "$count"
else
    echo "$current $((starts + 1))" >"$count.new"
    mv -- "$count.new" "$count"
    sync "$count" "$home"
fi
exit 0
