#!/usr/bin/env bash
# Puts nginx in front of the hub: TLS, limits, thousands of stations. Without arguments it renews the site that is there.
set -euo pipefail
PATH=$PATH:/usr/sbin # where Debian has nginx
say() { printf 'weatherglass: %s\n' "$*"; }
die() { printf 'weatherglass: %s\n' "$*" >&2; exit 1; }

site=/etc/nginx/sites-available/weatherglass-fleet
logins=/etc/nginx/weatherglass
setting() { sed -n "s/^$1=//p" /etc/weatherglass-hub/hub.env | head -n 1; }
from_site() { sed -n "s/^ *$1 \([^;]*\);.*/\1/p" "$site" | head -n 1; }

[ "$(id -u)" = 0 ] || die 'run this with sudo: it writes to /etc/nginx.'
if [ $# = 0 ]; then
  [ -f "$site" ] || die 'usage: sudo weatherglass-hub nginx NAME CERT KEY'
  name=$(from_site server_name) cert=$(from_site ssl_certificate) key=$(from_site ssl_certificate_key)
  again=try-reload-or-restart # one that stands still stays so, and other sites keep their connections
else
  name=$1 cert=${2:?usage: weatherglass-hub nginx NAME CERT KEY} key=${3:?usage: weatherglass-hub nginx NAME CERT KEY}
  again=restart # for the limits of its drop-in
fi
[[ $name =~ ^[A-Za-z0-9.-]+$ ]] || die "$name is not a server name"
for file in "$cert" "$key"; do [ -f "$file" ] || die "there is no file $file"; done
for program in nginx openssl; do command -v "$program" >/dev/null || die "install it first: apt-get install $program"; done

address=$(setting HUB_HOST)
if [ "$address" = 0.0.0.0 ]; then address=127.0.0.1; fi
if [ -f "$site" ]; then cp "$site" "$site.before"; fi
sed -e "s|@RATE@|2r/s|; s|@HUB@|$address:$(setting HUB_PORT)|; s|@LISTEN@|443|; s|@NAME@|$name|" \
  -e "s|@CERT@|$(realpath "$cert")|; s|@KEY@|$(realpath "$key")|; s|@ETC@|$logins|" \
  /usr/share/weatherglass-hub/weatherglass-fleet.nginx >"$site.new"
mv "$site.new" "$site"
if [ -f "$site.before" ]; then
  if cmp -s "$site" "$site.before"; then rm "$site.before"; else say "the nginx site was updated; the old one is $site.before"; fi
fi
[ $# = 0 ] || ln -sfn ../sites-available/weatherglass-fleet /etc/nginx/sites-enabled/weatherglass-fleet
# The hub writes there, nginx reads, nobody else looks: files have the folder's group.
install -d -o weatherglass-hub -g www-data -m 2750 "$logins"
if [ ! -f "$logins/people.htpasswd" ]; then
  secret=$(openssl rand -base64 18)
  printf 'fleet:%s\n' "$(openssl passwd -6 "$secret")" | install -m 640 -g www-data /dev/stdin "$logins/people.htpasswd"
  say "the page is at https://$name/, user fleet, password $secret (shown only once; stored in $logins/people.htpasswd)"
fi
[ -d /run/systemd/system ] || exit 0
systemctl daemon-reload
systemctl start weatherglass-hub-logins.service
nginx -t -q || die 'nginx found a mistake in its new settings and keeps the old ones. See: nginx -t'
systemctl "$again" nginx.service
