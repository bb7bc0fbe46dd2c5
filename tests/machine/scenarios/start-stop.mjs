// Reboot, stop, death and standstill of the service.
import { rows, seconds, untilReady } from '../steps.mjs';

export async function startStop(vm, see, { bootS }) {
  const startedMs = Date.now();
  await vm.must(untilReady());
  see(
    'after a reboot it measures by itself',
    true,
    `login after ${bootS.toFixed(0)} s, measuring ${seconds(startedMs)} later`,
  );
  const first = await vm.must('systemd-analyze; systemctl show weatherglass -p StatusText --value');
  see('the status line says so', /measuring/.test(first), first.split('\n').at(-1));
  await vm.must('sleep 40');
  const before = await rows(vm);
  const stop = await vm.must(
    's=$(date +%s%N); systemctl stop weatherglass; e=$(date +%s%N); echo $(( (e - s) / 1000000 )); systemctl show weatherglass -p Result --value',
  );
  see(
    'systemctl stop within 2 s',
    Number(stop.split('\n')[0]) <= 2000 && /success/.test(stop),
    `${stop.replace('\n', ' ms, ')}`,
  );
  see('what was measured is stored', (await rows(vm)) >= before, `${before} rows before`);
  await vm.must(`systemctl start weatherglass; ${untilReady()}`);
  await vm.must(`kill -9 $(systemctl show -p MainPID --value weatherglass); sleep 6; ${untilReady()}`);
  see('kill -9: back by itself', true);
  const pid = await vm.must('p=$(systemctl show -p MainPID --value weatherglass); kill -STOP $p; echo $p');
  const watchdog = await vm.ssh(
    `for i in $(seq 300); do n=$(systemctl show -p MainPID --value weatherglass); [ "$n" != 0 ] && [ "$n" != ${pid} ] && exit 0; sleep 1; done; exit 1`,
  );
  await vm.must(untilReady());
  see('SIGSTOP: the watchdog ends it and it comes back', watchdog.code === 0);
}
