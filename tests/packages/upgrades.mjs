// Versions that behave and versions that do not, one after the other over a station that measures.
import { aWhile, DEB, ended, INSTALL, last, ready, rows, sql, state, variant, version } from './words.mjs';

export async function upgrades({ bench, see }) {
  const vm = bench('upgrades');
  await vm.boot();
  const upgrade = (which, kind) =>
    vm.ssh(`export DEBIAN_FRONTEND=noninteractive; weatherglass upgrade ${variant(which, kind)} 2>&1`);
  try {
    await vm.must(`${INSTALL} ${DEB}; ${ready}; ${aWhile}`);
    const before = await rows(vm);
    const good = await upgrade('1.1.5', 'good');
    see('a good upgrade measures', good.code === 0 && (await version(vm)) === '1.1.5', last(good.out));
    const back = await vm.ssh('weatherglass rollback 2>&1');
    see(
      'rollback by hand, and the way forward again',
      back.code === 0 && /^ii *1\.1\.0/.test(await state(vm)) && (await version(vm)) === '1.1.0',
      last(back.out),
    );
    await upgrade('1.1.5', 'good');
    const crash = await upgrade('1.2.0', 'crashes');
    see(
      'one that crashes is taken back',
      crash.code === 1 && /^ii 1\.1\.5/.test(await state(vm)) && (await version(vm)) === '1.1.5',
      last(crash.out),
    );
    const pinned = await vm.must('cat /etc/apt/preferences.d/weatherglass-taken-back');
    see('and apt does not install it again tonight', /version 1\.2\.0\nPin-Priority: -1/.test(pinned), pinned);
    const events = await vm.must('curl -s "http://127.0.0.1:8000/api/events?limit=50"');
    see('with one event', (events.match(/was undone/g) ?? []).length === 1);
    await vm.must('echo UPGRADE_WAIT_S=20 >>/etc/default/weatherglass');
    const silent = await upgrade('1.3.0', 'never-ready');
    see(
      'one that never measures is taken back',
      silent.code === 1 && (await version(vm)) === '1.1.5',
      last(silent.out),
    );
    const schema = await upgrade('1.4.0', 'newer-schema');
    const now = Number(await vm.must(sql('PRAGMA user_version')));
    see(
      'one that moved the database on takes it back, too',
      schema.code === 1 && now < 99 && (await version(vm)) === '1.1.5',
      last(schema.out),
    );
    const spoilt = await upgrade('1.4.1', 'damages');
    see('one that spoils the database, too', spoilt.code === 1 && /back in place/.test(spoilt.out), last(spoilt.out));
    see('the history is whole', (await rows(vm)) >= before, `${before} rows before, ${await rows(vm)} after`);
    const byApt = await vm.ssh(`${INSTALL} ${variant('1.2.0', 'crashes')} 2>&1; ${ended}`);
    await vm.must(ready);
    see(
      'apt install is the same way: taken back by the guard',
      (await version(vm)) === '1.1.5' && /^ii 1\.1\.5/.test(await state(vm)),
      /two minutes[^\n]*/.exec(byApt.out)?.[0] ?? byApt.out,
    );
    const older = await vm.ssh(`${INSTALL} --allow-downgrades ${variant('1.0.0', 'good')} 2>&1`);
    see(
      'a downgrade is refused in a sentence',
      older.code !== 0 && (await version(vm)) === '1.1.5',
      /1\.0\.0 is older[^\n]*/.exec(older.out)?.[0],
    );
    const full = await vm.ssh(
      `fallocate -l 1K /tmp/x; mount -t tmpfs -o size=64k tmpfs /var/cache/weatherglass; ${INSTALL} ${variant('1.6.0', 'good')} 2>&1; umount /var/cache/weatherglass; ${ready}`,
    );
    see(
      'no room for the way back: refused before anything has changed',
      (await version(vm)) === '1.1.5' && /^ii 1\.1\.5/.test(await state(vm)),
      /could not be kept[^\n]*/.exec(full.out)?.[0] ?? full.out.slice(-200),
    );
    await vm.must('systemctl disable --now weatherglass');
    const off = await vm.ssh(
      `${INSTALL} ${variant('1.5.0', 'no-commands')} 2>&1; systemctl is-active weatherglass; dpkg-query -W weatherglass`,
    );
    see(
      'a station that is switched off stays off, and is not judged',
      /inactive/.test(off.out) && /1\.5\.0/.test(last(off.out)),
      last(off.out),
    );
    const forward = await vm.ssh(
      `systemctl enable weatherglass; ${INSTALL} ${variant('1.6.0', 'good')} 2>&1; ${ready}`,
    );
    see(
      'a version that cannot even be run does not stand in the way of the next',
      (await version(vm)) === '1.6.0',
      /no way back[^\n]*/.exec(forward.out)?.[0],
    );
    const stays = await vm.ssh(
      'systemctl disable --now weatherglass; weatherglass rollback 2>&1; systemctl is-active weatherglass; systemctl enable --now weatherglass',
    );
    see(
      'the way back leaves a station that is switched off as it is',
      /switched off\.\ninactive/.test(stays.out) && /^ii 1\.1\.5/.test(await state(vm)),
      stays.out,
    );
    const own = await vm.ssh('tail -n 1 /etc/default/weatherglass');
    see(
      'what the owner wrote into /etc/default is there after every way back',
      own.out === 'UPGRADE_WAIT_S=20',
      own.out,
    );
    await places(vm, see);
  } finally {
    await vm.cut();
    vm.remove();
  }
}

const DROP_IN = '/etc/systemd/system/weatherglass.service.d/own.conf';

/** Ports and folders of somebody's own: set by the environment file, and by an ExecStart in a drop-in. */
async function places(vm, see) {
  const stick = '/var/lib/weatherglass/stick';
  await vm.must(`printf 'WEATHERGLASS_SERVER__PORT=8124\nWEATHERGLASS_DATA="${stick}"\n' >>/etc/default/weatherglass
    systemctl restart weatherglass; sleep 35; systemctl stop weatherglass`);
  const count = `sqlite3 -readonly ${stick}/weatherglass.db 'SELECT count(*) FROM sample'`;
  const before = Number(await vm.must(count));
  const { code, out } = await vm.ssh(
    `export DEBIAN_FRONTEND=noninteractive; weatherglass upgrade ${variant('2.0.0', 'newer-schema')} 2>&1`,
  );
  see(
    'a station that stands still, with a port and a folder of its own, is taken back with its database',
    code === 1 && /back in place/.test(out) && before > 0 && Number(await vm.must(count)) >= before,
    last(out),
  );
  await vm.must(
    `mkdir -p "$(dirname ${DROP_IN})"; printf '[Service]\nExecStart=\nExecStart=/usr/lib/weatherglass/run serve --port 8125\n' >${DROP_IN}; systemctl daemon-reload`,
  );
  const own = await vm.ssh(
    `export DEBIAN_FRONTEND=noninteractive; weatherglass upgrade ${variant('2.0.1', 'good')} 2>&1`,
  );
  const answers = await vm.ssh(
    'curl -s http://127.0.0.1:8125/api/ready; weatherglass doctor --json | jq -r ".checks[] | select(.id == \\"port\\").detail"',
  );
  see(
    'an ExecStart of somebody’s own is judged where it listens, and the doctor asks there, too',
    own.code === 0 && /8125 is used/.test(answers.out),
    last(own.out),
  );
}
