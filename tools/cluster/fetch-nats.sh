#!/usr/bin/env bash
# Prints the path of a NATS server that keeps what it acknowledged: NATS_SERVER_BIN, that of the PATH from 2.10 on, or Debian 13's, which is fetched
# once. Debian 12 has 2.9, which loses messages when a server of a cluster is killed (docs/decisions/0100); CI installs it where nothing better is there.
set -euo pipefail
folder="${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/huanwei/nats-server"
package=nats-server_2.10.27-1+b2_amd64.deb
sum=6d913ac987b78734c08537c2adeb1526cf735f216173a9170d94b185fcfe6f8a

is_recent() { "$1" --version 2> /dev/null | grep -Eq 'v(2\.[1-9][0-9]|[3-9])\.'; }

fetch() {
  [ "$(uname -sm)" = 'Linux x86_64' ] && mkdir -p "$folder" &&
    curl -fsS --retry 3 --max-time 60 -o "$folder/$package" "http://deb.debian.org/debian/pool/main/n/nats-server/$package" &&
    echo "$sum  $folder/$package" | sha256sum --check --quiet && dpkg-deb -x "$folder/$package" "$folder"
}

if [ -n "${NATS_SERVER_BIN:-}" ]; then
  echo "$NATS_SERVER_BIN"
elif is_recent nats-server; then
  command -v nats-server
elif is_recent "$folder/usr/sbin/nats-server" || { fetch >&2 && is_recent "$folder/usr/sbin/nats-server"; }; then
  echo "$folder/usr/sbin/nats-server"
else
  echo 'No recent NATS server could be fetched: tests take an old one, which may lose messages.' >&2
  command -v nats-server > /dev/null || [ -z "${CI:-}" ] || { apt-get update -qq && apt-get install -y -qq --no-install-recommends nats-server; } >&2
  command -v nats-server
fi
