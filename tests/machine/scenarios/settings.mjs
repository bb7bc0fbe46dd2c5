// The installed station changes its own settings file, under all that its unit forbids it.
import { ask, mainPid, until, untilAnother, untilReady } from '../steps.mjs';

const PATCH = `curl -s --max-time 120 -w '\\n%{http_code}' -X PATCH -H 'Content-Type: application/json' -d '{"site.altitude_m":42,"site.name":"Machine"}' http://127.0.0.1:8000/api/settings`;
const altitude = async (vm) => {
  const { sections = [] } = await ask(vm, '/api/settings');
  return sections.flatMap(({ settings: all = [] }) => all).find(({ key }) => key === 'site.altitude_m');
};
const told = (setting) => `${setting?.value} from ${setting?.source}`;
const holds = (setting) => setting?.value === 42 && setting.source === 'file';

export async function settings(vm, see) {
  await vm.must(untilReady());
  const before = await ask(vm, '/api/settings');
  see('it knows its file and may write it', before.writable === true, before.file);
  const answer = await vm.must(PATCH);
  see('PATCH /api/settings answers 200', answer.split('\n').at(-1) === '200', answer.replaceAll('\n', ' '));
  // The file holds it at once; the station has begun again with it when it tells so.
  const begun = await until(async () => {
    const events = await ask(vm, '/api/events?limit=50');
    return Array.isArray(events) && events.some(({ kind }) => kind === 'settings');
  });
  await vm.must(untilReady());
  see(
    'it is in force, and the station measures',
    begun !== null && holds(await altitude(vm)),
    told(await altitude(vm)),
  );
  const files = await vm.must(
    'stat -c "%U:%G %a %n" /etc/weatherglass /etc/weatherglass/config.yaml; cat /etc/weatherglass/config.yaml',
  );
  see(
    'the folder stays root’s, the file is the station’s',
    /^root:weatherglass 2775 /m.test(files),
    files.replaceAll('\n', ', '),
  );
  const pid = await mainPid(vm);
  await vm.must(`systemctl restart --no-block weatherglass; ${untilAnother(pid)}`);
  see('and outlives a restart of the service', holds(await altitude(vm)), told(await altitude(vm)));
  const elsewhere = await vm.ssh(
    `pid=$(systemctl show -p MainPID --value weatherglass); nsenter -t $pid -m setpriv --reuid weatherglass --regid weatherglass --clear-groups sh -c 'for f in /etc/x /usr/lib/weatherglass/x /usr/x /root/x; do touch $f 2>/dev/null && echo $f; done'`,
  );
  see('nothing else outside its data can be written', elsewhere.out === '', elsewhere.out);
}
