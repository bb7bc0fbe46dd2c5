// The power goes at random moments in the middle of upgrades. After each, something must start, with what was committed before
// still there. A guest that hangs is one more cut.
import { setTimeout as wait } from 'node:timers/promises';
import { db, untilReady, upgradeWith } from '../steps.mjs';

const CUTS = Number(process.env.MACHINE_CUTS ?? 20);
/** As 2026-11-22T06:30Z: no cut is begun later, and the report says how many there were. */
const UNTIL_MS = process.env.MACHINE_UNTIL ? Date.parse(process.env.MACHINE_UNTIL) : Number.POSITIVE_INFINITY;
/** A linear congruential generator: the same moments in every run. */
const seeded = (seed) => () => {
  seed = (1103515245 * seed + 12345) % 2 ** 31;
  return seed / 2 ** 31;
};
const count = db('SELECT count(*) FROM sample');
const VERSION = '/opt/weatherglass/current/release.json';

export async function powerCuts(vm, see) {
  const random = seeded(Number(process.env.MACHINE_SEED ?? 1));
  await vm.must(untilReady());
  await vm.must('/mnt/variant.sh 1.1.0 good; sync', { limitS: 300 });
  const upgrade = upgradeWith('1.1.0', 'good')
    .split('\n')
    .at(-1)
    .replace('"$tree"', '/root/variants/1.1.0')
    .replace('upgrade ', 'upgrade --allow-older ');
  // From here on what the guest was told is on the disk is on it.
  await vm.shutDown();
  const options = { ...vm.bootOptions, honest: true };
  await vm.boot(options);
  await vm.must(untilReady());
  // How long one upgrade takes here says between which moments to cut.
  const startedMs = Date.now();
  await vm.must(upgrade, { limitS: 300 });
  const lastsMs = Date.now() - startedMs;
  let started = 0;
  let whole = 0;
  let before = Number(await vm.must(count));
  let cuts = 0;
  for (let n = 1; n <= CUTS && Date.now() < UNTIL_MS; n++, cuts++) {
    const running = vm.ssh(upgrade, { tries: 1, limitS: 600 });
    const afterMs = Math.round(random() * lastsMs);
    await wait(afterMs);
    // What is committed at this moment is what must be there afterwards; the count is the one from before the upgrade.
    await vm.cut();
    await running;
    await vm.boot(options);
    // The guard may still be judging; when it has ended there is no journal.
    const ended = await vm.ssh(
      `phase=$(sed 's/.*"phase":"\\([a-z]*\\)".*/\\1/' /opt/weatherglass/upgrade.json 2>/dev/null || echo none); echo "$phase"
      for i in $(seq 500); do [ -e /opt/weatherglass/upgrade.json ] || exit 0; sleep 3; done; exit 1`,
      { limitS: 300 },
    );
    const ready = await vm.ssh(untilReady());
    const end = await vm.ssh(
      `${count}; ${db('PRAGMA quick_check')}; cat ${VERSION}; ls /opt/weatherglass/releases | wc -l`,
    );
    const [after, sound] = end.out.split('\n');
    const version = /"version": ?"([^"]*)"/.exec(end.out)?.[1];
    const starts = ready.code === 0 && ended.code === 0;
    const keeps = Number(after) >= before && sound === 'ok';
    if (starts) started++;
    if (keeps) whole++;
    see(
      `cut ${n}, ${(afterMs / 1000).toFixed(0)} s into an upgrade of ${(lastsMs / 1000).toFixed(0)} s: it starts, the history whole`,
      starts && keeps,
      `journal ${ended.out.split('\n')[0]}; ${version} runs, ${before} rows before, ${after} after${sound === 'ok' ? '' : `, ${sound}`}`,
    );
    before = Number(after);
  }
  see(
    `${started} of ${cuts} start, ${whole} of ${cuts} with the history whole`,
    cuts > 0 && started === cuts && whole === cuts,
  );
}
