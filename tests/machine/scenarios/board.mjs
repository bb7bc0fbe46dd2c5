// A Sense HAT through the kernel's own doors: chips on i2c-stub, the panel on vfb, the joystick by uinput, the probe on a tmpfs.
import { ask, untilReady } from '../steps.mjs';

const SETTINGS = `cat >/etc/weatherglass/config.yaml <<'YAML'
sensors: { source: sense-hat, probe_interval_s: 5 }
display: { enabled: true, scene_s: 2 }
storage: { commit_interval_s: 2 }
site: { latitude: 55.77, longitude: 12.5, altitude_m: 30 }
YAML`;
const PROBE = '/sys/bus/w1/devices/28-0316a2794dff/w1_slave';
const probeSays = (bytes, crc, milliC) =>
  `printf '${bytes} : crc=${crc} YES\\n${bytes} t=${milliC}\\n' >${PROBE}.new && mv ${PROBE}.new ${PROBE}`;

/** None while the station is still starting. */
const eventsSince = async (vm, sinceS) => {
  const all = await ask(vm, '/api/events?limit=300');
  return Array.isArray(all) ? all.filter(({ ts }) => ts >= sinceS).map((event) => event.detail) : [];
};
const nowS = async (vm) => Number(await vm.must('date +%s'));

/** Asks every few seconds until `holds` of the newest events; answers the last ones. */
async function until(vm, sinceS, holds, limitS = 420) {
  const startedMs = Date.now();
  for (;;) {
    const told = await eventsSince(vm, sinceS);
    if (told.some(holds) || Date.now() - startedMs > limitS * 1000) return told;
    await vm.must('sleep 5');
  }
}

export const boardUp = async (vm) => {
  await vm.must('systemctl stop weatherglass; usermod -aG i2c,video,input weatherglass 2>/dev/null || true');
  const panel = await vm.must('/mnt/board-up.sh');
  await vm.must(
    `${probeSays('62 01 4b 46 7f ff 0e 10 03', '03', 22125)}; ${SETTINGS}
      sleep 2; systemctl start weatherglass; ${untilReady()}`,
  );
  return panel.split('\n').at(-1);
};

export async function board(vm, see, { slow }) {
  const panel = await boardUp(vm);
  const status = await ask(vm, '/api/status');
  see(
    'it reads a Sense HAT',
    /sense-hat/.test(JSON.stringify(status)),
    (await eventsSince(vm, 0)).slice(0, 4).join('; '),
  );

  await vm.must('systemctl stop chips');
  const golden = JSON.parse(
    (await vm.must(`HOLD_S=${slow ? 24 : 8} COMMIT_S=4 python3 /mnt/chips.py golden`)).split('\n').at(-1),
  );
  see(
    'golden vectors through the real bus into the history',
    golden.wrong.length === 0 && golden.compared > 50,
    `${golden.cases} cases, ${golden.compared} values ${golden.wrong.join('; ')}`,
  );
  await vm.must(
    'systemctl reset-failed chips 2>/dev/null || true; systemd-run --quiet --unit=chips python3 /mnt/chips.py play; sleep 20',
  );
  const now = await ask(vm, '/api/telemetry');
  see('light and colour', Math.abs(now.lux - 2872.75) < 0.5, `${now.lux} lx, ${now.color?.cct} K, ${now.color?.hex}`);
  see('the outdoor probe', Math.abs(now.outdoor_c - 22.125) < 1e-6, `${now.outdoor_c} °C`);

  const picture = await vm.must(`head -c 128 /dev/${panel} | od -An -tx1 | tr -d ' \\n'`);
  see('the panel is lit, 128 bytes', picture.length === 256 && /[1-9a-f]/.test(picture), `${picture.slice(0, 32)}…`);

  let since = await nowS(vm);
  await vm.must('echo right >/run/stick; sleep 5; echo middle >/run/stick; sleep 5');
  const rain = await until(vm, since, (text) => /rain/i.test(text), 60);
  see(
    'the stick to the right says that it rains',
    rain.some((text) => /rain/i.test(text)),
    rain.join('; '),
  );

  since = await nowS(vm);
  await vm.must('python3 /mnt/chips.py write 0x5c 0x20 0x00');
  const reset = await until(vm, since, (text) => /LPS25H.*(again|measures)/.test(text), 120);
  see(
    'a chip that forgot its settings is set up again',
    reset.some((text) => /LPS25H/.test(text)),
    reset.join('; '),
  );

  since = await nowS(vm);
  await vm.must('systemctl stop chips; python3 /mnt/chips.py write 0x5f 0x27 0x00');
  const silent = await until(vm, since, (text) => /HTS221/.test(text));
  see(
    'a chip that goes silent is told',
    silent.some((text) => /HTS221/.test(text)),
    silent.join('; '),
  );
  await vm.must(
    'python3 /mnt/chips.py write 0x5f 0x27 0x03; systemd-run --quiet --unit=chips python3 /mnt/chips.py play',
  );
  const back = await until(vm, since, (text) => /HTS221.*works again/.test(text));
  see(
    'and heals',
    back.some((text) => /HTS221.*works again/.test(text)),
    back.join('; '),
  );

  // A bus in use cannot be taken away here (its module is held), so it is one that comes after the start.
  await vm.must('systemctl stop chips weatherglass; modprobe -r i2c-stub');
  since = await nowS(vm);
  await vm.must('systemctl start --no-block weatherglass; sleep 20');
  const gone = await until(vm, since, (text) => /no I2C bus/.test(text));
  see(
    'a start without a bus is told once',
    gone.filter((text) => /no I2C bus/.test(text)).length === 1,
    gone.join('; '),
  );
  const without = await vm.ssh(
    'curl -s --max-time 30 http://127.0.0.1:8000/api/ready; curl -s --max-time 30 http://127.0.0.1:8000/api/health; systemctl show weatherglass -p StatusText',
  );
  see(
    'without one it is alive and not ready',
    /"ready":false/.test(without.out) && /"sampling":true/.test(without.out),
    without.out,
  );
  await vm.must(
    'modprobe i2c-stub chip_addr=0x5f,0x5c,0x6a,0x1c,0x29,0x39,0x46; sleep 1; systemctl reset-failed chips 2>/dev/null || true; systemd-run --quiet --unit=chips python3 /mnt/chips.py play',
  );
  const returned = await until(vm, since, (text) => /I2C bus works again/.test(text));
  await vm.ssh(untilReady(8000, 300));
  const ready = await ask(vm, '/api/ready');
  see(
    'and measures when it comes',
    ready.ready === true && returned.some((text) => /works again/.test(text)),
    returned.join('; '),
  );

  since = await nowS(vm);
  await vm.must(`rm -r /sys/bus/w1/devices/28-*`);
  const lost = await until(vm, since, (text) => /outdoor/.test(text));
  see(
    'a probe that is pulled is told',
    lost.some((text) => /outdoor/.test(text)),
    lost.join('; '),
  );
  await vm.must('systemctl stop weatherglass');
  const dark = await vm.must(`head -c 128 /dev/${panel} | od -An -tx1 | tr -d ' \\n'`);
  see('the panel is dark after the stop', !/[1-9a-f]/.test(dark));
}
