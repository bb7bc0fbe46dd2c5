// What is played in the machine. Each scenario starts from the same disk (`installed`: after the first install, shut down in
// order), in a layer of its own, and is a list of facts: `see(name, holds, detail)`.

/** Ten times the patience a real machine needs: the processor is emulated. */
const WAIT_S = 900;

/** An emulated processor needs minutes for a start that takes a real one a second. */
const PATIENCE = `mkdir -p /etc/systemd/system/weatherglass.service.d
  printf '[Service]\\nTimeoutStartSec=900\\nTimeoutStopSec=60\\nWatchdogSec=300\\n' >/etc/systemd/system/weatherglass.service.d/patience.conf`;

export const upgradeWith = (version, kind, more = '') => `
  tree=$(/mnt/variant.sh ${version} ${kind})
  weatherglass upgrade "$tree" --allow-unsigned --wait ${WAIT_S} ${more} 2>&1`;

export const untilReady = (port = 8000, seconds = WAIT_S) => `
  for i in $(seq ${seconds}); do
    curl -fs --max-time 5 http://127.0.0.1:${port}/api/ready >/dev/null && break
    sleep 1
  done
  curl -fs --max-time 20 http://127.0.0.1:${port}/api/ready`;

/** Never without the small disk in place: it would be the host's that fills. */
const FILL = `mountpoint -q /var/lib/weatherglass; dd if=/dev/zero of=/var/lib/weatherglass/filler bs=64k count=500 2>/dev/null || true; dd if=/dev/zero of=/var/lib/weatherglass/filler2 bs=1k count=200 2>/dev/null || true; sync`;

const db = (sql) => `sqlite3 -readonly /var/lib/weatherglass/weatherglass.db "${sql}"`;
const rows = async (vm) => Number(await vm.must(db('SELECT count(*) FROM sample')));
const version = async (vm) =>
  JSON.parse(await vm.must('curl -s --max-time 20 http://127.0.0.1:8000/api/health')).version;
const seconds = (startedMs) => `${((Date.now() - startedMs) / 1000).toFixed(1)} s`;

export const install = async (vm, see, { slow }) => {
  await vm.must(`mountpoint -q /mnt || { mkdir -p /mnt && echo "/dev/vdb /mnt ext4 ro,nofail 0 0" >>/etc/fstab && mount /mnt; }
    cp -r /mnt/checkout /root/
    ${slow ? PATIENCE : ''}`);
  const startedMs = Date.now();
  const said = await vm.must(`cd /root/checkout && deploy/install.sh --wait ${WAIT_S} 2>&1`);
  see('install.sh on a fresh Debian ends measuring', /measures; the dashboard is at/.test(said), seconds(startedMs));
  const files = await vm.must(
    'readlink /etc/systemd/system/weatherglass.service /usr/local/bin/weatherglass /opt/weatherglass/current',
  );
  see(
    'units and command hang on `current`',
    files.split('\n').every((line) => /current|releases/.test(line)),
    files.replaceAll('\n', ' '),
  );
  const verify = await vm.ssh('systemd-analyze verify weatherglass.service weatherglass-upgrade.service 2>&1');
  see('systemd-analyze verify has nothing to say', verify.code === 0 && verify.out === '', verify.out);
  const exposure = /exposure level for \S+: ([\d.]+)/.exec(
    await vm.must('systemd-analyze security weatherglass.service'),
  )?.[1];
  see('exposure at most 2.1', Number(exposure) <= 2.1, exposure);
  const asAda = await vm.ssh('su - ada -c "weatherglass --version"');
  see('the command works for an ordinary user', asAda.code === 0, asAda.out);
  const caps = await vm.must('grep CapEff /proc/$(systemctl show -p MainPID --value weatherglass)/status');
  see('capabilities 0', /\t0+$/.test(caps), caps);
  const again = await vm.ssh(`cd /root/checkout && deploy/install.sh --wait ${WAIT_S} 2>&1`);
  see(
    'running it again is an upgrade',
    again.code === 0 && /measures in place of/.test(again.out),
    again.out.split('\n').at(-1),
  );
};

export const scenarios = {
  async 'start and stop'(vm, see, { bootS }) {
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
  },

  async upgrades(vm, see, { slow }) {
    // How long a release has that will never be ready.
    const patience = slow ? '300' : '20';
    await vm.must(untilReady());
    const before = await rows(vm);
    const good = await vm.ssh(upgradeWith('1.1.0', 'good'));
    see('a good upgrade measures', good.code === 0 && (await version(vm)) === '1.1.0', good.out.split('\n').at(-1));
    const crash = await vm.ssh(upgradeWith('1.2.0', 'crashes').replaceAll(String(WAIT_S), patience));
    see(
      'a crashing one is taken back',
      crash.code === 1 && (await version(vm)) === '1.1.0',
      crash.out.split('\n').at(-1),
    );
    const event = await vm.must('curl -s "http://127.0.0.1:8000/api/events?limit=200"');
    see('with one event', (event.match(/was taken back/g) ?? []).length === 1);
    const silent = await vm.ssh(upgradeWith('1.3.0', 'never-ready').replaceAll(String(WAIT_S), patience));
    see(
      'one that never measures is taken back',
      silent.code === 1 && (await version(vm)) === '1.1.0',
      silent.out.split('\n').at(-1),
    );
    const schema = await vm.ssh(upgradeWith('1.4.0', 'newer-schema').replaceAll(String(WAIT_S), patience));
    const present = await vm.must(db('PRAGMA user_version'));
    see(
      'one that moved the schema on takes the database back',
      schema.code === 1 && Number(present) < 99 && (await version(vm)) === '1.1.0',
      schema.out.split('\n').at(-1),
    );
    see('the history is whole', (await rows(vm)) >= before, `${before} rows before, ${await rows(vm)} after`);
    await vm.must('printf "server: { port: 8123 }\\n" >/etc/weatherglass/config.yaml');
    const port = await vm.ssh(upgradeWith('1.5.0', 'other-port'));
    see('it is judged at the configured port', port.code === 0 && /8123/.test(port.out), port.out.split('\n').at(-1));
    const back = await vm.ssh(`weatherglass rollback --wait ${WAIT_S} 2>&1`);
    see('rollback', back.code === 0, back.out.split('\n').at(-1));
    const kept = await vm.must('ls /opt/weatherglass/releases; ls -A /opt/weatherglass');
    see(
      'two releases are kept, and nothing else is left',
      kept.split('\n').filter((line) => /^\d/.test(line)).length === 2 && !/upgrade.json|incoming/.test(kept),
      kept.replaceAll('\n', ' '),
    );
    const downgrade = await vm.ssh(upgradeWith('0.9.0', 'good'));
    see('a lower version is refused', downgrade.code === 1 && /is older than/.test(downgrade.out), downgrade.out);
  },

  async 'kiosk over headless'(vm, see) {
    await vm.must(`rm -rf /root/checkout; cp -r /mnt/checkout /root/; ${untilReady()}`);
    await vm.must(
      'loginctl enable-linger ada; for i in $(seq 60); do systemctl --user -M ada@ is-active default.target >/dev/null && break; sleep 1; done',
    );
    // A session on the screen, as far as a unit can tell.
    await vm.must(`mkdir -p /home/ada/.config/systemd/user; chown -R ada: /home/ada/.config
      mkdir -p /etc/systemd/user/graphical-session.target.d
      printf '[Unit]\\nRefuseManualStart=no\\nStopWhenUnneeded=no\\n' >/etc/systemd/user/graphical-session.target.d/machine.conf
      systemctl --user -M ada@ daemon-reload; systemctl --user -M ada@ start graphical-session.target`);
    const said = await vm.ssh(
      `cd /root/checkout && deploy/install.sh --kiosk /mnt/wall.AppImage --user ada --wait ${WAIT_S} 2>&1`,
    );
    see(
      'the wall is installed and measures',
      said.code === 0 && /measures in place of/.test(said.out),
      said.out.split('\n').at(-1),
    );
    const old = await vm.ssh('systemctl is-enabled weatherglass.service; systemctl is-active weatherglass.service');
    see(
      'the station without a window has given way',
      /inactive/.test(old.out) && !/^enabled/m.test(old.out),
      old.out.replaceAll('\n', ' '),
    );
    const owners = await vm.must(
      'stat -c "%U %n" /home/ada/.config /home/ada/.config/labwc/autostart /home/ada/.config/autostart/*',
    );
    see(
      "the user's folders are the user's",
      owners.split('\n').every((line) => line.startsWith('ada ')),
      owners.replaceAll('\n', ', '),
    );
    const everyone = await vm.ssh('ls /etc/xdg/autostart/weatherglass*');
    see('it starts with no other session', everyone.code !== 0);
    const desktop = await vm.ssh('desktop-file-validate /home/ada/.config/autostart/weatherglass-kiosk.desktop');
    see('desktop-file-validate', desktop.code === 0, desktop.out);
    await vm.must('useradd -m eve; cd /root/checkout && SUDO_USER=eve deploy/install.sh --uninstall');
    const left = await vm.ssh(
      'systemctl --user -M ada@ is-active weatherglass-kiosk; ls /home/ada/.config/autostart /home/ada/.config/labwc /opt/weatherglass /usr/local/bin/weatherglass 2>&1; curl -s --max-time 5 http://127.0.0.1:8000/api/health',
    );
    see(
      'another user can remove all of it, the running wall included',
      /inactive|failed/.test(left.out) && !/kiosk.desktop\n|"status"/.test(left.out),
      left.out.replaceAll('\n', ' ').slice(0, 200),
    );
    see(
      'data and settings stay',
      (await vm.ssh('ls /var/lib/weatherglass/weatherglass.db /home/ada/.local/share/weatherglass/weatherglass.db'))
        .code === 0,
    );
  },

  async 'disk full, read-only, and back'(vm, see) {
    await vm.must('systemctl stop weatherglass');
    await vm.must(`mv /var/lib/weatherglass /root/kept; mkdir /var/lib/weatherglass
      truncate -s 24M /root/small.img; mke2fs -q -t ext4 /root/small.img
      mount -o loop /root/small.img /var/lib/weatherglass 2>/dev/null || mount -t tmpfs -o size=24m small /var/lib/weatherglass
      mountpoint -q /var/lib/weatherglass
      chown weatherglass: /var/lib/weatherglass; chmod 750 /var/lib/weatherglass
      systemctl start weatherglass; ${untilReady()}`);
    const pid = await vm.must('systemctl show -p MainPID --value weatherglass');
    await vm.must(`${FILL}; sleep 45`);
    const full = JSON.parse((await vm.ssh('curl -s --max-time 20 http://127.0.0.1:8000/api/ready')).out);
    see('a full disk is told', full.ready === false, full.reason);
    await vm.must('sleep 200');
    const same = await vm.must(
      'systemctl show -p MainPID,NRestarts --value weatherglass; curl -s --max-time 20 http://127.0.0.1:8000/api/health',
    );
    see(
      'two watchdog periods later the same process samples on',
      same.includes(pid) && /"sampling":true/.test(same),
      same.replaceAll('\n', ' '),
    );
    await vm.must('rm /var/lib/weatherglass/filler*; sleep 65');
    await vm.must(untilReady());
    const told = await vm.must('curl -s "http://127.0.0.1:8000/api/events?limit=50"');
    see('with room again all is written', /nothing was lost/.test(told));
    await vm.must(`${FILL}; systemctl restart weatherglass || true`);
    await vm.ssh(
      'for i in $(seq 300); do curl -fs --max-time 5 http://127.0.0.1:8000/api/telemetry >/dev/null && break; sleep 1; done',
    );
    const born = await vm.ssh(
      'curl -s --max-time 20 http://127.0.0.1:8000/api/telemetry; curl -s --max-time 20 http://127.0.0.1:8000/api/status',
    );
    see(
      'a start on a full disk measures into memory and says so',
      /"temperature"/.test(born.out) && /memory/.test(born.out),
      /"text":"([^"]*memory[^"]*)"/.exec(born.out)?.[1] ?? born.out.slice(0, 120),
    );
    await vm.must('rm /var/lib/weatherglass/filler*');
    await vm.ssh(
      'systemctl stop weatherglass; mount -o remount,ro /var/lib/weatherglass; systemctl start --no-block weatherglass; for i in $(seq 300); do curl -fs --max-time 5 http://127.0.0.1:8000/api/telemetry >/dev/null && break; sleep 1; done',
    );
    const readOnly = await vm.ssh('curl -s --max-time 20 http://127.0.0.1:8000/api/status');
    see(
      'so does one on a read-only disk',
      /memory/.test(readOnly.out),
      /"text":"([^"]*memory[^"]*)"/.exec(readOnly.out)?.[1] ?? readOnly.out.slice(0, 120),
    );
  },

  async clock(vm, see) {
    await vm.must(untilReady());
    await vm.must('timedatectl set-ntp false 2>/dev/null || true; systemctl stop systemd-timesyncd; sleep 70');
    const errors = async () =>
      (await vm.must('curl -s "http://127.0.0.1:8000/api/events?limit=300"')).match(/no reading for/g)?.length ?? 0;
    for (const jump of ['+400 days', '-400 days', '-2 hours', '+2 hours']) {
      await vm.must(`date -s "${jump}" >/dev/null; sleep 75`);
      const ready = JSON.parse((await vm.ssh('curl -s --max-time 20 http://127.0.0.1:8000/api/ready')).out);
      see(`date -s "${jump}": it goes on`, ready.ready === true, ready.reason ?? '');
    }
    see('no false alarm of missing readings', (await errors()) === 0, `${await errors()} alarms`);
    await vm.must('timedatectl set-timezone America/Los_Angeles; sleep 20');
    const zone = /"timezone":"([^"]*)"/.exec(await vm.must('curl -s http://127.0.0.1:8000/api/status'))?.[1];
    see('a change of the zone counts without a restart', zone === 'America/Los_Angeles', zone);
  },
};

/** The clock chip stands in 2019 at power-on; network time never comes. */
export const lateClock = async (vm, see) => {
  await vm.must(untilReady());
  const told = await vm.must('curl -s http://127.0.0.1:8000/api/health');
  see('a clock years off: it starts and measures', /"sampling":true/.test(told));
};
