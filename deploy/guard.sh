#!/bin/sh
# Guard of an upgrade. It waits while the version that is installed is kept, and then runs from that kept version, which nothing wrong
# with the new one can reach. Where none was kept yet, dpkg has changed nothing, and the installed program does it.
home=/usr/lib/@NAME@
cache=/var/cache/@NAME@
while kill -0 "$(cat /run/@NAME@-keep.pid 2>/dev/null || echo none)" 2>/dev/null; do sleep 1; done
if [ -e "$cache/upgrade.json" ] && [ -x "$cache/kept$home/node" ]; then home=$cache/kept$home; fi
exec "$home/node" "$home/app/bin/weatherglass.mjs" upgrade --resume --package=@NAME@
