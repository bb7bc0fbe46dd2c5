// The power goes at random moments: while it measures, and in the middle of upgrades. After each, something must start, with what was
// committed before still there.
import { setTimeout as wait } from 'node:timers/promises';
import { untilReady, upgradeWith } from './scenarios.mjs';

const CUTS = Number(process.env.MACHINE_CUTS ?? 20);
/** A linear congruential generator: the same moments in every run. */
const seeded = (seed) => () => {
  seed = (1103515245 * seed + 12345) % 2 ** 31;
  return seed / 2 ** 31;
};
const count = `sqlite3 -readonly /var/lib/weatherglass/weatherglass.db 'SELECT count(*) FROM sample'`;

export async function powerCuts(vm, see) {
  const random = seeded(Number(process.env.MACHINE_SEED ?? 1));
  await vm.must(untilReady());
  await vm.must('/mnt/variant.sh 1.1.0 good; sync');
  const upgrade = upgradeWith('1.1.0', 'good')
    .split('\n')
    .at(-1)
    .replace('"$tree"', '/root/variants/1.1.0')
    .replace('upgrade ', 'upgrade --allow-older ');
  // How long one upgrade takes here says between which moments to cut.
  const startedMs = Date.now();
  await vm.must(upgrade);
  const lastsMs = Date.now() - startedMs;
  let started = 0;
  let whole = 0;
  for (let n = 1; n <= CUTS; n++) {
    const before = Number(await vm.must(count));
    const running = vm.ssh(upgrade, { tries: 1 });
    const afterMs = Math.round(random() * lastsMs);
    await wait(afterMs);
    await vm.cut();
    await running;
    await vm.boot(vm.bootOptions);
    const ready = await vm.ssh(untilReady());
    // The guard may still be judging; when it has ended there is no journal.
    const ended = await vm.ssh(
      'for i in $(seq 1200); do [ -e /opt/weatherglass/upgrade.json ] || exit 0; sleep 1; done; exit 1',
    );
    const after = Number((await vm.ssh(count)).out);
    const sound = (await vm.ssh(`sqlite3 -readonly /var/lib/weatherglass/weatherglass.db 'PRAGMA quick_check'`)).out;
    const version = /"version":"([^"]*)"/.exec((await vm.ssh(`curl -s http://127.0.0.1:8000/api/health`)).out)?.[1];
    if (ready.code === 0 && ended.code === 0) started++;
    if (after >= before && sound === 'ok') whole++;
    see(
      `cut ${n}, ${(afterMs / 1000).toFixed(0)} s into an upgrade of ${(lastsMs / 1000).toFixed(0)} s: it starts, the history whole`,
      ready.code === 0 && ended.code === 0 && after >= before && sound === 'ok',
      `${version} runs, ${before} rows before, ${after} after`,
    );
  }
  see(`${started} of ${CUTS} start, ${whole} of ${CUTS} with the history whole`, started === CUTS && whole === CUTS);
}
