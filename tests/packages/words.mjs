// What the scenarios ask a root.
export const INSTALL = 'export DEBIAN_FRONTEND=noninteractive; apt-get install -y';
export const DEB = '/mnt/weatherglass_1.1.0_amd64.deb'.replace('1.1.0', process.env.npm_package_version ?? '1.1.0');
export const variant = (version, kind, name = 'weatherglass') => `/mnt/${name}_${version}_amd64-${kind}.deb`;
export const last = (text) => text.split('\n').at(-1);
export const ready = `for i in $(seq 200); do curl -fs --max-time 5 http://127.0.0.1:8000/api/ready >/dev/null && break; sleep .5; done
  curl -fs --max-time 5 http://127.0.0.1:8000/api/ready`;
/** Until nothing is under way any more. */
export const ended = `under_way() { [ -e /var/cache/weatherglass/upgrade.json ] || [ -e /var/cache/weatherglass/keeping ]; }
  for i in $(seq 400); do under_way || break; sleep .5; done; ! under_way`;
export const sql = (text) => `sqlite3 -readonly /var/lib/weatherglass/weatherglass.db "${text}"`;
export const rows = async (vm) => Number(await vm.must(sql('SELECT count(*) FROM sample')));
export const state = (vm) => vm.must(`dpkg-query -W -f '\${db:Status-Abbrev}\${Version}' weatherglass`);
export const version = async (vm) =>
  (await vm.must('curl -s http://127.0.0.1:8000/api/health | jq -r .version')).trim();
/** Readings reach the disk every 30 s. */
export const aWhile = 'sleep 32';
