#!/bin/sh
# The first start of an image: what Raspberry Pi Imager wrote beside the kernel for cloud-init, and cloud-init leaves aside.
#   first_boot.sh [ROOT]
# SSH runs only if Imager's settings ask for it. A keyboard of one of the app's languages offers that language on the
# first screen, which asks all the same.
set -u
root=${1:-}
settings=$root/boot/firmware/user-data

if grep -qs '^enable_ssh: *true' "$settings"; then
    # --no-block: it waits for the keys that cloud-init makes, and the game does not wait for it.
    if [ -n "$root" ]; then echo "would: start ssh"; else systemctl enable ssh.service && systemctl start --no-block ssh.service; fi
fi

keyboard=$(sed -n 's/^  layout: *"\{0,1\}\([a-z]*\).*/\1/p' "$settings" 2>/dev/null | head -n 1)
case $keyboard in
    de | at) locale=de_DE ;;
    es | latam) locale=es_ES ;;
    fr) locale=fr_FR ;;
    it) locale=it_IT ;;
    nl) locale=nl_NL ;;
    pt | br) locale=pt_PT ;;
    *) locale=en_GB ;;
esac
mkdir -p "$root/etc" && echo "LANG=$locale.UTF-8" >"$root/etc/cups-up-language.conf"
