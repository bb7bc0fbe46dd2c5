// Reboot, stop, death and standstill of the service.
import { afterPowerOn } from '../first-paint.mjs';
import { mainPid, rows, seconds, until, untilAnother, untilReady } from '../steps.mjs';

/** The power comes on; nobody logs in until the first picture is there. */
async function powerOn(vm, see) {
  await vm.shutDown();
  const booting = vm.boot(vm.bootOptions);
  const { sampleS, paintS, numbersS } = await afterPowerOn(vm);
  const bootS = await booting;
  const told = (s) => (s === null ? 'not seen' : `${s.toFixed(0)} s`);
  see(
    'from power to the first sample, and to the first picture in a browser of the LAN',
    sampleS !== null && (paintS === null || numbersS !== null),
    `sample ${told(sampleS)}, first paint ${told(paintS)}, with its numbers ${told(numbersS)}`,
  );
  return bootS;
}

export async function startStop(vm, see, { bootS: firstBootS, slow }) {
  const bootS = vm.webPort ? await powerOn(vm, see) : firstBootS;
  const startedMs = Date.now();
  await vm.must(untilReady());
  see(
    'after a reboot it measures by itself',
    true,
    `login after ${bootS.toFixed(0)} s, measuring ${seconds(startedMs)} later`,
  );
  const status = await vm.must('systemd-analyze || true; systemctl show weatherglass -p StatusText --value');
  see('the status line says so', /measuring/.test(status), status.split('\n').at(-1));
  const found = await rows(vm);
  await until(async () => (await rows(vm)) > found);
  const before = await rows(vm);
  const stop = await vm.must(
    's=$(date +%s%N); systemctl stop weatherglass; e=$(date +%s%N); echo $(( (e - s) / 1000000 )); systemctl show weatherglass -p Result --value',
  );
  see(
    `systemctl stop within 2 s${slow ? ', or ten times that where the processor is emulated' : ''}`,
    Number(stop.split('\n')[0]) <= (slow ? 20_000 : 2000) && /success/.test(stop),
    `${stop.replace('\n', ' ms, ')}`,
  );
  see('what was measured is stored', (await rows(vm)) >= before, `${before} rows before`);
  await vm.must(`systemctl start weatherglass; ${untilReady()}`);
  const first = await mainPid(vm);
  const killed = await vm.ssh(`kill -9 ${first}; ${untilAnother(first)}`);
  see('kill -9: back by itself', killed.code === 0, killed.code === 0 ? '' : killed.out);
  const second = await mainPid(vm);
  const frozen = await vm.ssh(`kill -STOP ${second}; ${untilAnother(second)}`);
  const ended = await vm.must(
    "journalctl -u weatherglass -o cat --no-pager | grep -i 'watchdog timeout' | tail -1; systemctl show weatherglass -p NRestarts --value",
  );
  see('SIGSTOP: the watchdog ends it and it comes back', frozen.code === 0 && /Watchdog/i.test(ended), ended);
}
