// What the doctor prints is run as it is printed, by an ordinary user with sudo, and what it was printed for is then mended.
import { ask, until, untilReady } from '../steps.mjs';
import { boardUp } from './board.mjs';

const findings = async (vm) => JSON.parse((await vm.ssh('su - ada -c "sudo weatherglass doctor --json"')).out).checks;
const found = (all, id) => all.find((finding) => finding.id === id) ?? {};
/** What follows a command in brackets is for the reader. */
const commandOf = (fix) => fix.replace(/ {3}\(.*\)$/, '');

export async function doctor(vm, see) {
  await boardUp(vm);
  const well = await findings(vm);
  see(
    'with a whole board it finds no fault',
    well.every(({ status }) => status !== 'fail'),
    well
      .filter(({ status }) => status !== 'ok')
      .map(({ id, status, detail }) => `${id} ${status}: ${detail}`)
      .join('; '),
  );
  const printed = new Map();
  const note = (all) => {
    for (const { fix } of all)
      if (fix !== null && /^(sudo|echo|ls|weatherglass|npm|i2cdetect|nano|mv|unset|systemctl) /.test(fix))
        printed.set(commandOf(fix), true);
  };
  note(well);

  /** Breaks it, has the doctor print, runs that as ada, and has the doctor look again. */
  const mends = async (what, id, breakIt, { after = '' } = {}) => {
    await vm.must(breakIt);
    const ill = found(await findings(vm), id);
    if (ill.fix) note([ill]);
    await vm.must(`cat >/tmp/fix.sh <<'FIX'\n${commandOf(ill.fix ?? 'false')}\nFIX\nchmod 755 /tmp/fix.sh`);
    const ran = await vm.ssh('su - ada -c "bash -e /tmp/fix.sh"');
    if (after) await vm.must(after);
    const healed = found(await findings(vm), id);
    see(
      `${what}: its command mends it`,
      ill.status !== 'ok' && ran.code === 0 && healed.status === 'ok',
      `${ill.detail}; ${ill.fix}; exit ${ran.code}; then: ${healed.detail}${ran.code === 0 ? '' : ` ${ran.out.slice(-200)}`}`,
    );
  };

  await mends(
    'a kernel driver that holds the pressure chip',
    'chip-pressure',
    'modprobe st_pressure_i2c; echo lps25h 0x5c >/sys/bus/i2c/devices/i2c-1/new_device; sleep 2',
  );
  const kept = await vm.must('cat /etc/modprobe.d/weatherglass-*.conf');
  see('and for good', /^blacklist st_pressure_i2c$/m.test(kept), kept);
  await mends(
    'one that holds the magnetometer',
    'chip-magnetometer',
    'modprobe st_magn_i2c; echo lsm9ds1_magn 0x1c >/sys/bus/i2c/devices/i2c-1/new_device; sleep 2',
  );
  see(
    'the second has a file of its own',
    (await vm.must('ls /etc/modprobe.d/weatherglass-*.conf | wc -l')) === '2',
    await vm.must('ls /etc/modprobe.d'),
  );
  await mends(
    'the module of the bus files',
    'i2c',
    'systemctl stop weatherglass chips; mkdir -p /boot/firmware; echo dtparam=i2c_arm=on >/boot/firmware/config.txt; modprobe -r i2c-dev',
    {
      after:
        'sleep 1; systemctl reset-failed chips 2>/dev/null || true; systemd-run --quiet --unit=chips python3 /mnt/chips.py play',
    },
  );
  await mends(
    'a data folder of somebody else',
    'data',
    'systemctl stop weatherglass; chown root:root /var/lib/weatherglass',
  );
  await mends(
    'a data folder on a disk that turned read-only',
    'data',
    'mount -t tmpfs card /var/lib/weatherglass; chown weatherglass: /var/lib/weatherglass; mount -o remount,ro /var/lib/weatherglass',
  );
  await vm.must('umount /var/lib/weatherglass');
  await vm.must(
    'systemctl stop chips; modprobe -r i2c-stub; modprobe i2c-stub chip_addr=0x5f,0x5c,0x6a,0x1c,0x29,0x39,0x46; python3 /mnt/chips.py write 0x5f 0x0f 0xbc',
  );
  const zero = found(await findings(vm), 'chip-humidity');
  see(
    'an empty factory calibration is named',
    zero.status === 'fail' && /calibration/.test(zero.detail ?? ''),
    zero.detail,
  );
  // A board of which no chip is what it should be.
  await vm.must(
    `for chip in 0x5f 0x5c 0x6a 0x1c 0x29; do python3 /mnt/chips.py write $chip 0x0f 0x00; python3 /mnt/chips.py write $chip 0x8f 0x00; done
    python3 /mnt/chips.py write 0x29 0x92 0x00; systemctl start --no-block weatherglass`,
  );
  await until(async () => (await ask(vm, '/api/health')).sampling === true);
  await vm.must('sleep 30'); // as long as a good board would need many times over
  const strange = await ask(vm, '/api/ready');
  see(
    'with every chip another one it samples and is not ready',
    strange.ready === false,
    `${strange.reason}; ${await vm.must('systemctl show weatherglass -p StatusText --value')}`,
  );
  note(await findings(vm));

  const dropIn = '/etc/systemd/system/weatherglass.service.d/port.conf';
  await vm.must(`mkdir -p ${dropIn.replace(/\/port.conf$/, '')}
    printf '[Service]\\nEnvironment=WEATHERGLASS_SERVER__PORT=99999\\n' >${dropIn}; systemctl daemon-reload`);
  const unit = found(await findings(vm), 'settings');
  note([unit]);
  see(
    'a wrong value in the unit is looked for in the unit',
    /systemctl edit weatherglass/.test(unit.fix ?? ''),
    unit.fix,
  );
  await vm.must(`rm ${dropIn}; systemctl daemon-reload`);

  // The others cannot be mended here (there is no Raspberry Pi), but they must be commands that a shell understands.
  await vm.must(`cat >/tmp/printed.txt <<'FIX'\n${[...printed.keys()].join('\n')}\nFIX`);
  const parsed = await vm.ssh(
    'bad=0; while IFS= read -r line; do printf "%s\\n" "$line" | bash -n || { echo "not a command: $line"; bad=1; }; done </tmp/printed.txt; exit $bad',
  );
  see('every printed command is one to a shell', parsed.code === 0, parsed.out || `${printed.size} commands`);
  const asAda = await vm.ssh('su - ada -c "weatherglass doctor"');
  see(
    'asked by an ordinary user it says what it cannot see, and invents nothing',
    /sudo weatherglass doctor/.test(asAda.out) && asAda.code <= 2,
    `exit ${asAda.code}`,
  );
  await vm.must(
    `systemctl reset-failed chips 2>/dev/null || true; systemd-run --quiet --unit=chips python3 /mnt/chips.py play; sleep 3
    systemctl restart weatherglass; ${untilReady()}`,
  );
  const port = found(await findings(vm), 'port');
  see('its own station is not another program', port.status === 'ok', port.detail);
}
