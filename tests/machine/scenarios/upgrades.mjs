// Releases that behave and releases that do not, one after the other over a station that measures.
import { dirname } from 'node:path';
import { db, rows, seconds, untilReady, upgradeWith, version, WAIT_S } from '../steps.mjs';

export async function upgrades(vm, see) {
  await vm.must(untilReady());
  const before = await rows(vm);
  const startedMs = Date.now();
  const good = await vm.ssh(upgradeWith('1.1.5', 'good'));
  // How long one has that will never be ready, and the old one after it: all that a good one took, of which its start is a part.
  const patience = Math.ceil(20 + (Date.now() - startedMs) / 1000);
  see('a good upgrade measures', good.code === 0 && (await version(vm)) === '1.1.5', good.out.split('\n').at(-1));
  const crashMs = Date.now();
  const crash = await vm.ssh(upgradeWith('1.2.0', 'crashes', WAIT_S));
  see(
    'a crashing one is taken back',
    crash.code === 1 && (await version(vm)) === '1.1.5',
    crash.out.split('\n').at(-1),
  );
  see('and is not waited for', /keeps crashing/.test(crash.out), `${seconds(crashMs)} of ${WAIT_S} s`);
  const event = await vm.must('curl -s "http://127.0.0.1:8000/api/events?limit=200"');
  see('with one event', (event.match(/was undone/g) ?? []).length === 1);
  const silent = await vm.ssh(upgradeWith('1.3.0', 'never-ready', patience));
  see(
    'one that never measures is taken back',
    silent.code === 1 && (await version(vm)) === '1.1.5',
    silent.out.split('\n').at(-1),
  );
  const schema = await vm.ssh(upgradeWith('1.4.0', 'newer-schema', patience));
  const present = await vm.must(db('PRAGMA user_version'));
  see(
    'one that moved the schema on takes the database back',
    schema.code === 1 && Number(present) < 99 && (await version(vm)) === '1.1.5',
    schema.out.split('\n').at(-1),
  );
  const spoilt = await vm.ssh(upgradeWith('1.4.1', 'damages', patience));
  see(
    'one that spoils the database, too',
    spoilt.code === 1 && /before the upgrade/.test(spoilt.out) && (await version(vm)) === '1.1.5',
    spoilt.out.split('\n').at(-1),
  );
  see('the history is whole', (await rows(vm)) >= before, `${before} rows before, ${await rows(vm)} after`);
  await vm.must('printf "server: { port: 8123 }\\n" >/etc/weatherglass/config.yaml');
  const port = await vm.ssh(upgradeWith('1.5.0', 'other-port'));
  see('it is judged at the configured port', port.code === 0 && /8123/.test(port.out), port.out.split('\n').at(-1));
  await ports(vm, see);
  await hanging(vm, see);
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
  await vm.must(`mkdir -p /root/given && cd /root/given && echo program >weatherglass-1.6.0-x64.tar.gz
    sum=$(sha256sum weatherglass-1.6.0-x64.tar.gz | cut -d" " -f1)
    printf '{"version":"1.6.0","schema":4,"files":{"weatherglass-1.6.0-x64.tar.gz":{"size":8,"sha256":"%s"}}}' "$sum" >weatherglass-1.6.0.json
    cp weatherglass-1.6.0.json weatherglass-1.6.0.json.minisig`);
  const unsigned = await vm.ssh('weatherglass upgrade /root/given/weatherglass-1.6.0-x64.tar.gz 2>&1');
  see(
    'a file that no known key vouches for is refused, with what --allow-unsigned would mean',
    unsigned.code === 1 &&
      /release key|signature|does not know/.test(unsigned.out) &&
      /--allow-unsigned/.test(unsigned.out),
    unsigned.out,
  );
  await attacks(vm, see);
  const plain = await vm.ssh('su - ada -c "weatherglass upgrade /mnt/checkout/release/tree" 2>&1');
  see('an ordinary user is told to use sudo', plain.code === 1 && /sudo/.test(plain.out), plain.out);
}

const DROP_IN = '/etc/systemd/system/weatherglass.service.d/port.conf';
const PROGRAM = '/opt/weatherglass/current/node /opt/weatherglass/current/app/bin/weatherglass.mjs';

/** Ports that nobody finds who reads the settings a second time, as the unit's properties or as the file. */
async function ports(vm, see) {
  const dropIn = (text) => `mkdir -p ${dirname(DROP_IN)} && printf '[Service]\\n${text}' >${DROP_IN}`;
  await vm.must(`echo WEATHERGLASS_SERVER__PORT=8124 >/etc/default/weatherglass
    ${dropIn('EnvironmentFile=/etc/default/weatherglass\\n')}`);
  const byFile = await vm.ssh(upgradeWith('1.5.1', 'good'));
  see(
    'or at the one of an EnvironmentFile',
    byFile.code === 0 && /8124/.test(byFile.out),
    byFile.out.split('\n').at(-1),
  );
  const doctor = `weatherglass doctor --json | jq -r '.checks[] | select(.id == "port").detail'`;
  const found = await vm.must(
    `printf '%s' '${doctor.replaceAll("'", "'\\''")}' >/tmp/port.sh; su - ada -c "sh /tmp/port.sh"`,
  );
  see(
    'where the doctor asks for it as well, whoever calls the doctor',
    /^8124 is in use by a running/.test(found),
    found,
  );
  await standing(vm, see, dropIn);
  await vm.must(dropIn(`ExecStart=\\nExecStart=${PROGRAM} serve --port 8125\\n`));
  const byCommand = await vm.ssh(upgradeWith('1.5.2', 'good'));
  see(
    'or at the one of an ExecStart of somebody’s own',
    byCommand.code === 0 && /8125/.test(byCommand.out),
    byCommand.out.split('\n').at(-1),
  );
  await vm.must(`rm ${DROP_IN} /etc/default/weatherglass; systemctl daemon-reload; systemctl restart weatherglass
    ${untilReady(8123)}`);
}

/** One that stands still tells nobody where its data are; its unit's file does. */
async function standing(vm, see, dropIn) {
  const folder = '/var/lib/weatherglass/stick';
  await vm.must(`printf 'WEATHERGLASS_SERVER__PORT=8124\\n# a stick\\nWEATHERGLASS_DATA="${folder}"\\n' >/etc/default/weatherglass
    ${dropIn('EnvironmentFile=/etc/default/weatherglass\\n')}
    systemctl daemon-reload; systemctl restart weatherglass; ${untilReady(8124)}; sleep 35; systemctl stop weatherglass`);
  const count = `sqlite3 -readonly ${folder}/weatherglass.db 'SELECT count(*) FROM sample'`;
  const before = Number(await vm.must(count));
  const { code, out } = await vm.ssh(upgradeWith('1.5.4', 'newer-schema'));
  const after = Number(await vm.must(count));
  see(
    'a station that stands still, whose folder only an EnvironmentFile names, is taken back with its database',
    code === 1 &&
      /before the upgrade is back in place\. 1\.5\.1 measures again/.test(out) &&
      before > 0 &&
      after >= before,
    `${before} rows before, ${after} after; ${out.split('\n').at(-1)}`,
  );
  await vm.must(`echo WEATHERGLASS_SERVER__PORT=8124 >/etc/default/weatherglass; systemctl restart weatherglass
    ${untilReady(8124)}; rm -r ${folder}`);
}

/** A systemctl that does not come back, as with a manager that hangs. */
async function hanging(vm, see) {
  await vm.must(`printf '#!/bin/sh\\ncase "$*" in "enable weatherglass.service") sleep 1000 ;; *) exec /usr/bin/systemctl "$@" ;; esac\\n' >/usr/local/sbin/systemctl
    chmod 755 /usr/local/sbin/systemctl`);
  const hung = await vm.ssh(upgradeWith('1.5.3', 'good'));
  const left = await vm.ssh('rm /usr/local/sbin/systemctl; pgrep -cf "sleep 1000"');
  see(
    'a systemctl that hangs is ended, and the upgrade taken back',
    hung.code === 1 && /did not end within 60 s.*1\.5\.2 measures again/.test(hung.out) && left.out === '0',
    hung.out.split('\n').at(-1),
  );
}

/** Files that want more than to be a release, and people who press Ctrl-C. All given with --allow-unsigned: nobody vouches for any. */
async function attacks(vm, see) {
  await vm.must(`mkdir -p /root/hostile/small && cd /root/hostile && touch victim small/a small/b
    tar -P -czf way-out-x64.tar.gz --transform='s,^small/a,w/../../../../../root/hostile/victim,' small/b small/a
    ln -s /etc/shadow small/c && tar -czf link-x64.tar.gz small && rm small/c
    chmod u+s small/b && tar -czf setuid-x64.tar.gz small && chmod u-s small/b
    truncate -s 1700M zeros && tar --transform='s,^,w/,' -cf - zeros | gzip -1 >bomb-x64.tar.gz && rm zeros
    cp -a "$(/mnt/variant.sh 1.7.0 good)" w && tar -I 'gzip -1' -cf weatherglass-1.7.0-x64.tar.gz w && rm -r w
    head -c 20000000 weatherglass-1.7.0-x64.tar.gz >half-x64.tar.gz`);
  const give = (file) =>
    vm.ssh(`weatherglass upgrade /root/hostile/${file}-x64.tar.gz --allow-unsigned --wait ${WAIT_S} 2>&1`);
  const runs = async () => (await vm.must('curl -s http://127.0.0.1:8123/api/health | jq -r .version')) === '1.5.1';
  for (const [file, why] of [
    ['way-out', /would write outside its folder/],
    ['link', /has a link/],
    ['setuid', /set-uid/],
    ['bomb', /holds more than 1500 MB|the disk is full/],
    ['half', /damaged|cut short/],
  ]) {
    const { code, out } = await give(file);
    see(
      `a tarball with evil in it (${file}) is refused, and the station runs on`,
      code === 1 && why.test(out) && (await runs()),
      out,
    );
  }
  const left = await vm.must('ls -A /opt/weatherglass/releases; stat -c %s /root/hostile/victim');
  see('and nothing of them is left', !/incoming|taken/.test(left) && /^0$/m.test(left), left.replaceAll('\n', ' '));
  const whole = await vm.ssh(`cd /root/hostile
    timeout --foreground -s INT 4 weatherglass upgrade weatherglass-1.7.0-x64.tar.gz --allow-unsigned --wait ${WAIT_S} 2>&1`);
  see(
    'a Ctrl-C while a whole one is unpacked ends in no half of one',
    (await vm.must(untilReady(8123))).includes('true') &&
      (await vm.must('systemctl is-active weatherglass')) === 'active',
    whole.out.split('\n').slice(-2).join('; '),
  );
  await vm.must(`cat >/root/hostile/gone.py <<'PY'
import os, pty, sys, time
pid, terminal = pty.fork()
if pid == 0: os.execvp("weatherglass", ["weatherglass", "upgrade", sys.argv[1], "--allow-unsigned", "--wait", "${WAIT_S}"])
for _ in range(1200):
    if os.path.exists("/opt/weatherglass/upgrade.json"): break
    time.sleep(0.2)
os.close(terminal)
PY
    tree=$(/mnt/variant.sh 1.7.1 good); python3 /root/hostile/gone.py "$tree"
    for i in $(seq ${WAIT_S}); do [ -e /opt/weatherglass/upgrade.json ] || break; sleep 1; done`);
  const after = await vm.must(
    `${untilReady(8123)} >/dev/null; curl -s http://127.0.0.1:8123/api/health | jq -r .version`,
  );
  see('a terminal that is gone in the middle of one does not end it', after === '1.7.1', after);
}
