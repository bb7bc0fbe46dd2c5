// Releases that behave and releases that do not, one after the other over a station that measures.
import { db, rows, untilReady, upgradeWith, version, WAIT_S } from '../steps.mjs';

export async function upgrades(vm, see, { slow }) {
  // How long a release has that will never be ready.
  const patience = slow ? '120' : '20';
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
  const plain = await vm.ssh('su - ada -c "weatherglass upgrade /mnt/checkout/release/tree" 2>&1');
  see('an ordinary user is told to use sudo', plain.code === 1 && /sudo/.test(plain.out), plain.out);
}
