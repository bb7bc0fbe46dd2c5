// npm run test:machine [-- NAME…]: a real Debian in qemu is installed, filled, cut off and asked. As root, with network for the
// first image; half an hour at best, hours where there is no KVM. Not part of the gate. The report goes to docs/evidence/machine.md.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { accelerator } from './accelerator.mjs';
import { Container } from './container.mjs';
import { filesDisk, root } from './files.mjs';
import { install } from './install.mjs';
import { report } from './report.mjs';
import { scenarios } from './scenarios.mjs';
import { HungGuest, Vm } from './vm.mjs';

const missing = ['qemu-system-x86_64', 'qemu-img', 'mmdebstrap', 'mke2fs', 'ssh'].filter(
  (name) => spawnSync('which', [name]).status !== 0,
);
if (missing.length > 0 || process.getuid() !== 0) {
  process.stderr.write(
    `\n*** The machine test was NOT run: ${missing.length > 0 ? `${missing.join(', ')} missing (apt install qemu-system-x86 qemu-utils mmdebstrap e2fsprogs openssh-client)` : 'it needs root, to make a disk image'}.\n\n`,
  );
  process.exit(0);
}

const folder = process.env.MACHINE_DIR ?? '/var/tmp/weatherglass-machine';
const inContainer = process.argv.includes('--container');
const wanted = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const unknown = wanted.filter((name) => name !== 'install' && !(name in scenarios));
if (unknown.length > 0) {
  process.stderr.write(
    `no scenario is called ${unknown.join(' or ')}; there are: ${Object.keys(scenarios).join(', ')}\n`,
  );
  process.exit(64);
}
mkdirSync(folder, { recursive: true });
if (!existsSync(join(folder, 'base.img'))) {
  const { status } = spawnSync(join(root, 'tests/machine/image.sh'), [folder], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
const machine = inContainer ? { accel: 'container' } : accelerator(folder);
const slow = machine.accel.startsWith('tcg');
const resultsFile = join(root, 'tests/machine/results.json');
const keyOf = (name) => (inContainer ? `${name} (container)` : name);

/** Facts of one scenario; one that breaks off is a fact, too. A guest that hung has proved nothing: it is played once more. */
async function play(name, make, boot, work) {
  let bench;
  for (let go = 1; ; go++) {
    bench = make();
    const facts = [];
    const startedMs = Date.now();
    const watch = loadWatch();
    const see = (what, holds, detail = '') => {
      facts.push({ what, holds, detail: String(detail).slice(0, 300) });
      keep(name, facts, startedMs, watch.range(), go, { unfinished: true });
      process.stdout.write(
        `${holds ? '  ok  ' : ' FAIL '} ${name}: ${what}${detail ? ` (${String(detail).slice(0, 240)})` : ''}\n`,
      );
    };
    try {
      const bootS = await bench.boot(boot);
      await work(bench, see, { bootS, slow, go, onDisk: inContainer ? null : onDisk });
    } catch (error) {
      await bench.cut();
      if (error instanceof HungGuest && go === 1) continue;
      see('played to its end', false, error.message);
    }
    watch.end();
    keep(name, facts, startedMs, watch.range(), go);
    return { bench, well: facts.every(({ holds }) => holds) };
  }
}

/** The host's load meanwhile, as smallest and largest of the minute's averages. */
function loadWatch() {
  const seen = [loadavg()[0]];
  const timer = setInterval(() => seen.push(loadavg()[0]), 15_000).unref();
  return {
    range: () => [Math.min(...seen), Math.max(...seen)].map((load) => load.toFixed(0)).join('–'),
    end: () => clearInterval(timer),
  };
}

/** At every fact, page included: a run that is broken off has proved what it has proved. */
function keep(name, facts, startedMs, load, go, more = {}) {
  const now = JSON.parse(readFileSync(resultsFile, 'utf8')); // anew: another run may have played meanwhile
  now[keyOf(name)] = {
    at: new Date().toISOString(),
    seconds: Math.round((Date.now() - startedMs) / 1000),
    accel: machine.accel,
    load,
    ...(go > 1 && { again: true }),
    ...more,
    facts,
  };
  writeFileSync(resultsFile, `${JSON.stringify(now, null, 2)}\n`);
  writeFileSync(join(root, 'docs/evidence/machine.md'), report(now));
}

const files = await filesDisk(folder);
const fresh = (name, layers) =>
  inContainer
    ? new Container(folder, name, files.contents, { layers })
    : new Vm(folder, name, { ...machine, layerOver: layers[0] ?? null });
/** A machine with a disk that another one left. */
function onDisk(disk, where) {
  const name = `powered-on-${where}`;
  if (where === 'container') return new Container(folder, name, files.contents, { disk });
  const bench = new Vm(folder, name, { ...machine, disk });
  bench.bootOptions = { files: files.image, honest: true };
  return bench;
}
// Installed once, and the start of every other scenario until the program changes.
const base = `installed-${files.installed}`;
const installed = inContainer ? join(folder, 'containers', base, 'upper') : join(folder, 'run', `${base}.qcow2`);
const marker = join(folder, `${base}${inContainer ? '.container' : ''}.done`);
let well = true;
if (!existsSync(marker) || wanted.includes('install')) {
  const played = await play('install', () => fresh(base, []), { files: files.image }, install);
  well = played.well;
  await played.bench.shutDown();
  if (inContainer) played.bench.remove();
  writeFileSync(marker, '');
}
// And booted once: a scenario goes on from that memory in seconds, where an emulated boot takes minutes.
const booted = join(folder, 'run', base.replace('installed', 'booted'));
if (!inContainer && (!existsSync(`${booted}.memory`) || wanted.includes('install'))) {
  const bench = new Vm(folder, base.replace('installed', 'booted'), { ...machine, layerOver: installed });
  await bench.boot({ files: files.image });
  await bench.shelve(`${booted}.memory`);
}
const layer = inContainer ? installed : `${booted}.qcow2`;
for (const name of wanted.length > 0 ? wanted : Object.keys(scenarios)) {
  if (name === 'install') continue;
  const { work, where = 'both', honest = false } = scenarios[name];
  if (where !== 'both' && (where === 'container') !== inContainer) continue;
  const make = () => fresh(name.replaceAll(/\W+/g, '-'), [layer]);
  const played = await play(name, make, { files: files.image, honest, memory: `${booted}.memory` }, work);
  well = played.well && well;
  await played.bench.cut();
  if (inContainer) played.bench.remove();
}
process.exit(well ? 0 : 1);
