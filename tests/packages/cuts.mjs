// dpkg dies at twenty random moments of an upgrade: half of the times it and its children are killed and `dpkg --configure -a` follows, half of
// the times every process of the machine dies at once and it boots again. Each time something starts, with the history whole.
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { aWhile, DEB, ended, INSTALL, ready, rows, state, variant, version } from './words.mjs';

const CUTS = Number(process.env.PACKAGES_CUTS ?? 20);
/** One of them alone. */
const ONLY = Number(process.env.PACKAGES_ONLY ?? 0);
const UPGRADE = `DEBIAN_FRONTEND=noninteractive dpkg -i ${variant('1.1.5', 'good')}`;

export async function cuts({ bench, see, folder }) {
  const first = bench('cuts-installed');
  await first.boot();
  await first.must(`${INSTALL} ${DEB}; ${ready}; ${aWhile}`);
  await first.shutDown();
  first.remove();
  const layer = join(folder, 'containers/cuts-installed/upper');
  const lastsMs = await lasting(bench, layer);
  let seed = Number(process.env.PACKAGES_SEED ?? 7);
  const random = () => {
    seed = (1103515245 * seed + 12345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  let well = 0;
  for (let n = 1; n <= CUTS; n++) {
    const afterMs = ((n - random()) / CUTS) * lastsMs; // one in each twentieth
    if (ONLY > 0 && n !== ONLY) continue;
    const isPower = n % 2 === 0;
    const vm = bench('cut', [layer]);
    try {
      await vm.boot();
      await vm.must(ready);
      const before = await rows(vm);
      const running = vm.ssh(UPGRADE);
      await wait(afterMs);
      if (isPower) {
        await vm.cut();
        await running;
        await vm.boot();
      } else
        await vm.ssh(
          "pkill -9 -f '[d]pkg'; pkill -9 -f 'weatherglass.(prerm|preinst|postinst)'; sleep 1; DEBIAN_FRONTEND=noninteractive dpkg --configure -a",
        );
      const whole = await vm.ssh(`${ready} && ${ended} && ${ready}`);
      const [now, dpkg, after] = [await version(vm), await state(vm), await rows(vm)];
      const holds = whole.code === 0 && /^ii/.test(dpkg) && dpkg.endsWith(now) && after >= before;
      if (holds) well++;
      see(
        `${isPower ? 'power' : 'dpkg'} cut ${(afterMs / 1000).toFixed(1)} s into an upgrade of ${(lastsMs / 1000).toFixed(1)} s`,
        holds,
        `${now} measures, dpkg says ${dpkg}, ${before} rows before, ${after} after`,
      );
    } finally {
      await vm.cut();
      vm.remove();
    }
  }
  if (ONLY === 0) see(`${well} of ${CUTS} start whole`, well === CUTS);
}

/** How long dpkg takes when nobody ends it. */
async function lasting(bench, layer) {
  const vm = bench('cut', [layer]);
  await vm.boot();
  await vm.must(ready);
  const startedMs = Date.now();
  await vm.must(UPGRADE);
  const lasts = Date.now() - startedMs;
  await vm.cut();
  vm.remove();
  return lasts;
}
