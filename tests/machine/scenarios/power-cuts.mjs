// The power goes at random moments in the middle of an upgrade. After each, something must start, with what was committed before
// still there. In qemu the whole machine is stood still for each moment and its disk copied: the very bytes that killing qemu then
// would leave. So one upgrade yields all the disks, and each is powered on afterwards: a few in qemu, where an emulated processor
// takes minutes for it, and the others under systemd-nspawn.
import { setTimeout as wait } from 'node:timers/promises';
import { db, untilReady, WAITS } from '../steps.mjs';
import { HungGuest } from '../vm.mjs';

const CUTS = Number(process.env.MACHINE_CUTS ?? 20);
/** How many of the disks are powered on in qemu where its processor is emulated; elsewhere all are. */
const IN_QEMU = Number(process.env.MACHINE_CUTS_IN_QEMU ?? 2);
/** Between two moments, on average. */
const EVERY_S = 5;
/** A linear congruential generator: the same series in every run. */
const seeded = (seed) => () => {
  seed = (1103515245 * seed + 12345) % 2 ** 31;
  return seed / 2 ** 31;
};
const random = seeded(Number(process.env.MACHINE_SEED ?? 1));
const count = db('SELECT count(*) FROM sample');
const UPGRADE = `weatherglass upgrade /root/variants/*-good.deb 2>&1`;

export async function powerCuts(vm, see, { slow, onDisk }) {
  await vm.must(untilReady());
  await vm.must(
    `mkdir -p /root/variants; /mnt/variant.sh /mnt/weatherglass_*.deb 99.1.5 good /root/variants; ${WAITS}; sync`,
    { limitS: 300 },
  );
  const tally = new Tally(see);
  if (onDisk === null) await oneByOne(vm, tally);
  else await fromDisks(vm, tally, { slow, onDisk });
  tally.sum();
}

async function fromDisks(vm, tally, { slow, onDisk }) {
  const before = Number(await vm.must(count));
  const disks = await standStills(vm);
  await vm.cut();
  const inQemu = slow ? IN_QEMU : disks.length;
  const everyNth = disks.length / Math.max(1, inQemu);
  const chosen = new Set(Array.from({ length: inQemu }, (_, n) => disks[Math.floor((n + 0.5) * everyNth)]));
  for (const disk of [...chosen, ...disks.filter((one) => !chosen.has(one))]) {
    const { file, afterS, lastsS } = disk;
    const where = chosen.has(disk) ? 'qemu' : 'container';
    const bench = onDisk(file, where);
    try {
      const after = await comeBack(bench);
      tally.add({ afterS, lastsS, before, where, ...after });
    } finally {
      await bench.cut();
      bench.remove();
    }
  }
}

/** The disk at CUTS random moments of an upgrade (of several, where one is too short for so many), in their order. */
async function standStills(vm) {
  const disks = [];
  for (let seen = 0; seen < CUTS; ) {
    const startedMs = Date.now();
    let lastsMs = null;
    const upgrade = vm.ssh(UPGRADE, { limitS: 600 }).then(({ code, out }) => {
      lastsMs = Date.now() - startedMs;
      if (code !== 0) throw new Error(`the upgrade that was to be cut does not go well by itself: ${out.slice(-600)}`);
    });
    const taken = [];
    for (;;) {
      await Promise.race([upgrade, wait(-Math.log(1 - random()) * EVERY_S * 1000)]);
      if (lastsMs !== null) break;
      // Each moment has the same chance to be among those that are kept, however many there will be.
      const slot = seen < CUTS ? seen : Math.floor(random() * (seen + 1));
      seen++;
      if (slot >= CUTS) continue;
      disks[slot] = { afterS: (Date.now() - startedMs) / 1000, file: vm.standStill(`cut-${slot + 1}`) };
      taken.push(disks[slot]);
    }
    for (const disk of taken) disk.lastsS = lastsMs / 1000;
  }
  return disks.sort((a, b) => a.afterS - b.afterS);
}

/** Where there is no disk of the machine's own: cut, powered on, and cut again. */
async function oneByOne(vm, tally) {
  const startedMs = Date.now();
  await vm.must(UPGRADE, { limitS: 300 });
  const lastsS = (Date.now() - startedMs) / 1000;
  for (let n = 1; n <= CUTS; n++) {
    const before = Number(await vm.must(count));
    const running = vm.ssh(UPGRADE, { tries: 1, limitS: 600 });
    const afterS = random() * lastsS;
    await wait(afterS * 1000);
    await vm.cut();
    await running;
    tally.add({ afterS, lastsS, before, where: 'container', ...(await comeBack(vm)) });
  }
}

/** The power is back: until what was begun is ended, and somebody measures. A guest that hangs meanwhile has had one more cut. */
async function comeBack(bench, hangs = 0) {
  try {
    await bench.boot(bench.bootOptions);
    // The guard may still be judging; when it has ended there is no journal.
    const ended = await bench.ssh(
      `cat /var/cache/weatherglass/upgrade.json 2>/dev/null || echo none
      for i in $(seq 1500); do [ -e /var/cache/weatherglass/upgrade.json ] || exit 0; sleep 1; done; exit 1`,
      { limitS: 300 },
    );
    const ready = await bench.ssh(untilReady());
    const [rows, sound, release, state] = (
      await bench.ssh(
        `${count}; ${db('PRAGMA quick_check')}; weatherglass --version; dpkg-query -W -f '\${db:Status-Abbrev}' weatherglass`,
      )
    ).out.split('\n');
    return {
      starts: ready.code === 0 && ended.code === 0 && state?.trim() === 'ii',
      detail: `journal ${ended.out.split('\n')[0]}; ${release} runs, dpkg says ${state}`,
      rows: Number(rows),
      sound,
    };
  } catch (error) {
    if (!(error instanceof HungGuest) || hangs === 3) throw error;
    await bench.cut();
    return comeBack(bench, hangs + 1);
  }
}

class Tally {
  #cuts = 0;
  #started = 0;
  #whole = 0;

  constructor(see) {
    this.see = see;
  }

  add({ afterS, lastsS, before, where, starts, detail, rows, sound }) {
    // The count is the one from before the upgrade; what came after it is a gift.
    const keeps = rows >= before && sound === 'ok';
    this.#cuts++;
    if (starts) this.#started++;
    if (keeps) this.#whole++;
    this.see(
      `cut ${this.#cuts}, ${afterS.toFixed(0)} s into an upgrade of ${lastsS.toFixed(0)} s: it starts, the history whole`,
      starts && keeps,
      `powered on in ${where === 'qemu' ? 'qemu' : 'nspawn'}; ${detail}; ${before} rows before, ${rows} after${sound === 'ok' ? '' : `, ${sound}`}`,
    );
  }

  sum() {
    this.see(
      `${this.#started} of ${this.#cuts} start, ${this.#whole} of ${this.#cuts} with the history whole`,
      this.#cuts === CUTS && this.#started === CUTS && this.#whole === CUTS,
    );
  }
}
