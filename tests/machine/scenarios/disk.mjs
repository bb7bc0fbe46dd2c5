// A data folder that takes nothing, and takes again.
import { ask, until, untilReady, WATCHDOG_S } from '../steps.mjs';

/** Never without the small disk in place: it would be the host's that fills. */
const FILL = `mountpoint -q /var/lib/weatherglass; dd if=/dev/zero of=/var/lib/weatherglass/filler bs=64k count=500 2>/dev/null || true; dd if=/dev/zero of=/var/lib/weatherglass/filler2 bs=1k count=200 2>/dev/null || true; sync`;

const readyNow = async (vm) =>
  JSON.parse((await vm.ssh('curl -s --max-time 60 http://127.0.0.1:8000/api/ready')).out || '{}');

export async function disk(vm, see) {
  await vm.must('systemctl stop weatherglass');
  await vm.must(`mv /var/lib/weatherglass /root/kept; mkdir /var/lib/weatherglass
    truncate -s 24M /root/small.img; mke2fs -q -t ext4 /root/small.img
    mount -o loop /root/small.img /var/lib/weatherglass 2>/dev/null || mount -t tmpfs -o size=24m small /var/lib/weatherglass
    mountpoint -q /var/lib/weatherglass
    chown weatherglass: /var/lib/weatherglass; chmod 750 /var/lib/weatherglass
    systemctl start weatherglass; ${untilReady()}`);
  const pid = await vm.must('systemctl show -p MainPID --value weatherglass');
  await vm.must(FILL);
  let full = {};
  await until(async () => {
    full = await readyNow(vm);
    return full.ready === false;
  });
  see('a full disk is told', full.ready === false, full.reason);
  await vm.must(`sleep ${2 * WATCHDOG_S + 20}`);
  const same = await vm.must(
    'systemctl show -p MainPID,NRestarts --value weatherglass; curl -s --max-time 60 http://127.0.0.1:8000/api/health',
  );
  see(
    'two watchdog periods later the same process samples on',
    same.includes(pid) && /"sampling":true/.test(same),
    same.replaceAll('\n', ' '),
  );
  await vm.must(`rm /var/lib/weatherglass/filler*; ${untilReady()}`);
  const told = async () => JSON.stringify(await ask(vm, '/api/events?limit=50'));
  await until(async () => /nothing was lost/i.test(await told()));
  see('with room again all is written', /nothing was lost/i.test(await told()));
  await vm.must(`${FILL}; systemctl restart weatherglass || true`);
  await vm.ssh(
    'for i in $(seq 600); do curl -fs --max-time 5 http://127.0.0.1:8000/api/telemetry >/dev/null && break; sleep 1; done',
  );
  const born = await vm.ssh(
    'curl -s --max-time 60 http://127.0.0.1:8000/api/telemetry; curl -s --max-time 60 http://127.0.0.1:8000/api/status',
  );
  see(
    'a start on a full disk measures into memory and says so',
    /"temperature"/.test(born.out) && /memory/.test(born.out),
    /"text":"([^"]*memory[^"]*)"/.exec(born.out)?.[1] ?? born.out.slice(0, 120),
  );
  await vm.must('rm /var/lib/weatherglass/filler*');
  await vm.ssh(
    'systemctl stop weatherglass; mount -o remount,ro /var/lib/weatherglass; systemctl start --no-block weatherglass; for i in $(seq 600); do curl -fs --max-time 5 http://127.0.0.1:8000/api/telemetry >/dev/null && break; sleep 1; done',
  );
  const readOnly = await vm.ssh('curl -s --max-time 60 http://127.0.0.1:8000/api/status');
  see(
    'so does one on a read-only disk',
    /memory/.test(readOnly.out),
    /"text":"([^"]*memory[^"]*)"/.exec(readOnly.out)?.[1] ?? readOnly.out.slice(0, 120),
  );
}
