// The words that the scenarios share.

/** Ten times the patience a real machine needs: the processor is emulated, and its host may be busy. */
export const WAIT_S = 1200;
/** The unit's own limits where the processor is emulated: a start that takes a real one a second needs minutes. */
export const WATCHDOG_S = 150;
export const PATIENCE = `mkdir -p /etc/systemd/system/weatherglass.service.d
  printf '[Service]\\nTimeoutStartSec=900\\nTimeoutStopSec=60\\nWatchdogSec=${WATCHDOG_S}\\n' >/etc/systemd/system/weatherglass.service.d/patience.conf`;

export const upgradeWith = (version, kind, more = '') => `
  tree=$(/mnt/variant.sh ${version} ${kind})
  weatherglass upgrade "$tree" --allow-unsigned --wait ${WAIT_S} ${more} 2>&1`;

export const untilReady = (port = 8000, seconds = WAIT_S) => `
  for i in $(seq ${Math.ceil(seconds / 3)}); do
    curl -fs --max-time 5 http://127.0.0.1:${port}/api/ready >/dev/null && break
    sleep 3
  done
  curl -fs --max-time 20 http://127.0.0.1:${port}/api/ready`;

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
