// A clock that jumps, moves to another zone, or was years off at power-on and is set later.
import { ask, db, mainPid, rows, until, untilReady } from '../steps.mjs';

const QUIET = 'timedatectl set-ntp false 2>/dev/null || true; systemctl stop systemd-timesyncd 2>/dev/null || true';
const alarms = async (vm) =>
  (await vm.must('curl -s --max-time 30 "http://127.0.0.1:8000/api/events?limit=500"')).match(/no reading for/gi)
    ?.length ?? 0;
const soundOf = (vm) => vm.must(db('PRAGMA quick_check'));

export async function clock(vm, see, { slow }) {
  await vm.must(untilReady());
  await vm.must(`${QUIET}; sleep ${slow ? 90 : 70}`);
  const startS = Number(await vm.must('date +%s'));
  let before = await rows(vm);
  for (const jump of ['+400 days', '-400 days', '-2 hours', '+2 hours']) {
    await vm.must(`date -s "${jump}" >/dev/null; sleep ${slow ? 90 : 45}`);
    const ready = await ask(vm, '/api/ready');
    const after = await rows(vm);
    see(
      `date -s "${jump}": it goes on, nothing is lost`,
      ready.ready === true && after >= before,
      `${before} rows before, ${after} after ${ready.reason ?? ''}`,
    );
    before = after;
  }
  see('no false alarm of missing readings', (await alarms(vm)) === 0, `${await alarms(vm)} alarms`);
  await vm.must('systemctl stop weatherglass');
  const astray = Number(await vm.must(db(`SELECT count(*) FROM sample WHERE ts_ms > (${startS} + 86400) * 1000`)));
  see('clock right again: no sample stands in the wrong year', astray === 0, `${astray} more than a day ahead`);
  see('the database is sound', (await soundOf(vm)) === 'ok');
}

/** What `timedatectl set-timezone` does; the link alone, since a container's own timedated may have no rights. */
export async function zone(vm, see, { slow }) {
  await vm.must(untilReady());
  const pid = await mainPid(vm);
  const told = async () => /"timezone":"([^"]*)"/.exec(JSON.stringify(await ask(vm, '/api/status')))?.[1];
  const before = await told();
  await vm.must(
    'timedatectl set-timezone America/Los_Angeles || ln -sfn /usr/share/zoneinfo/America/Los_Angeles /etc/localtime',
  );
  const tookS = await until(async () => (await told()) === 'America/Los_Angeles', { everyS: 1 });
  // The station looks once a minute and begins again; how long that takes depends on the machine.
  see(
    'a change of the zone counts within a minute, without a restart',
    tookS !== null && tookS < (slow ? 180 : 66) && (await mainPid(vm)) === pid,
    `from ${before} to ${await told()} after ${tookS?.toFixed(0)} s`,
  );
}

/** The clock chip stands in 2019 at power-on, and nothing on the disk knows better; network time comes much later. */
export async function lateClock(vm, see, { slow }) {
  await vm.must(untilReady());
  await vm.must(`${QUIET}; systemctl disable systemd-timesyncd; sleep 60; systemctl stop weatherglass`);
  const before = await rows(vm);
  const nowS = Math.floor(Date.now() / 1000);
  const newest = Number(await vm.must(db('SELECT max(ts_ms) / 1000 FROM sample')));
  await vm.must('rm -f /var/lib/systemd/timesync/clock /var/lib/private/systemd/timesync/clock; sync');
  await vm.shutDown();
  const bootS = await vm.boot({ ...vm.bootOptions, rtc: '2019-01-01' });
  const wrongS = Number(await vm.must('date +%s'));
  see(
    'the clock is off at power-on',
    nowS - wrongS > 30 * 86_400,
    `${((nowS - wrongS) / 86_400).toFixed(0)} days behind, login after ${bootS.toFixed(0)} s`,
  );
  await vm.ssh(
    'for i in $(seq 100); do curl -s --max-time 10 http://127.0.0.1:8000/api/telemetry >/dev/null && break; sleep 3; done',
  );
  await vm.must('sleep 30');
  const told = await vm.must('curl -s --max-time 30 http://127.0.0.1:8000/api/health');
  see('it starts and measures', /"sampling":true/.test(told), told.slice(0, 160));
  await vm.must(`sleep ${slow ? 60 : 30}`);
  const setAtS = Math.floor(Date.now() / 1000);
  await vm.must(`date -s @${setAtS} >/dev/null; sleep ${slow ? 120 : 60}; ${untilReady()}`);
  see('no false alarm of missing readings', (await alarms(vm)) === 0, `${await alarms(vm)} alarms`);
  await vm.must('systemctl stop weatherglass');
  const after = await rows(vm);
  const strays = Number(await vm.must(db(`SELECT count(*) FROM sample WHERE ts_ms / 1000 < ${newest} - 30 * 86400`)));
  const held = Number(
    await vm.must(db(`SELECT count(*) FROM sample WHERE ts_ms / 1000 BETWEEN ${newest} + 1 AND ${setAtS}`)),
  );
  see(
    'what was measured before the clock was set is filed under its true time',
    strays === 0 && held > 5,
    `${held} samples from before it was set, ${strays} in the wrong year`,
  );
  see('the history is whole', after > before && (await soundOf(vm)) === 'ok', `${before} rows before, ${after} after`);
}
