// The words that the scenarios share.
import { setTimeout as wait } from 'node:timers/promises';

/** Ten times the patience a real machine needs: the processor is emulated, and its host may be busy. */
export const WAIT_S = 1200;
/** The unit's own limits where the processor is emulated: a start that takes a real one a second needs minutes. Its watchdog stays. */
export const WATCHDOG_S = 90;
export const PATIENCE = `mkdir -p /etc/systemd/system/weatherglass.service.d
  printf '[Service]\\nTimeoutStartSec=900\\nTimeoutStopSec=60\\n' >/etc/systemd/system/weatherglass.service.d/patience.conf`;

/** For the guard of an upgrade. */
export const WAITS = `echo UPGRADE_WAIT_S=${WAIT_S} >>/etc/default/weatherglass`;

export const untilReady = (port = 8000, seconds = WAIT_S) => `
  for i in $(seq ${Math.ceil(seconds / 3)}); do
    curl -fs --max-time 5 http://127.0.0.1:${port}/api/ready >/dev/null && break
    sleep 3
  done
  curl -fs --max-time 20 http://127.0.0.1:${port}/api/ready`;

const pidOf = '$(systemctl show -p MainPID --value weatherglass)';
/** After `pid` ended, whoever ended it: until another one measures. Fails when none comes. */
export const untilAnother = (pid, seconds = WAIT_S) => `
  for i in $(seq ${seconds}); do n=${pidOf}; [ "$n" != 0 ] && [ "$n" != ${pid} ] && break; sleep 1; done
  [ "$n" != 0 ] && [ "$n" != ${pid} ]
  ${untilReady()}`;
export const mainPid = (vm) => vm.must(`echo ${pidOf}`);
/** Asks every `everyS` seconds until `holds`; answers the seconds it took, or null. */
export async function until(holds, { limitS = 600, everyS = 3 } = {}) {
  for (const startedMs = Date.now(); Date.now() - startedMs < limitS * 1000; await wait(everyS * 1000))
    if (await holds()) return (Date.now() - startedMs) / 1000;
  return null;
}

export const db = (sql) => `sqlite3 -readonly /var/lib/weatherglass/weatherglass.db "${sql}"`;
export const rows = async (vm) => Number(await vm.must(db('SELECT count(*) FROM sample')));
export const version = async (vm) => (await ask(vm, '/api/health')).version;
export const seconds = (startedMs) => `${((Date.now() - startedMs) / 1000).toFixed(1)} s`;

/** A question to the station's API, as JSON; asked again while nobody answers. */
export async function ask(vm, path) {
  const { out } = await vm.ssh(
    `for i in $(seq 100); do curl -s --max-time 60 'http://127.0.0.1:8000${path}' && break; sleep 3; done`,
    { limitS: 60 },
  );
  if (out === '') throw new Error(`nobody answers ${path}`);
  return JSON.parse(out);
}
