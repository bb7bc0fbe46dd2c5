// npm run test:machine [-- NAME…]: a real Debian in qemu is installed, upgraded, filled, cut off and asked. As root, with network for the
// first image; half an hour at best, hours where there is no KVM. Not part of the gate. The report goes to docs/machine.md.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Container } from './container.mjs';
import { filesDisk, root } from './files.mjs';
import { powerCuts } from './power-cuts.mjs';
import { report } from './report.mjs';
import { install, lateClock, scenarios } from './scenarios.mjs';
import { accelerator, Vm } from './vm.mjs';

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
mkdirSync(folder, { recursive: true });
if (!existsSync(join(folder, 'base.img'))) {
  const { status } = spawnSync(join(root, 'tests/machine/image.sh'), [folder], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
const machine = inContainer ? { accel: 'container' } : accelerator(folder);
const slow = machine.accel.startsWith('tcg');
const resultsFile = join(folder, 'results.json');
const results = existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : {};
const keyOf = (name) => (inContainer ? `${name} (container)` : name);

/** Facts of one scenario; one that breaks off is a fact, too. */
async function play(name, bench, boot, work) {
  const facts = [];
  const startedMs = Date.now();
  const see = (what, holds, detail = '') => {
    facts.push({ what, holds, detail: String(detail).slice(0, 300) });
    process.stdout.write(
      `${holds ? '  ok  ' : ' FAIL '} ${name}: ${what}${detail ? ` (${String(detail).slice(0, 240)})` : ''}\n`,
    );
  };
  try {
    const bootS = await bench.boot(boot);
    await work(bench, see, { bootS, slow });
  } catch (error) {
    see('played to its end', false, error.message);
  }
  // Read anew: the other kind of bench may have played meanwhile.
  const now = existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : {};
  now[keyOf(name)] = {
    at: new Date().toISOString(),
    seconds: Math.round((Date.now() - startedMs) / 1000),
    accel: machine.accel,
    facts,
  };
  Object.assign(results, now);
  writeFileSync(resultsFile, JSON.stringify(now, null, 2));
  return facts.every(({ holds }) => holds);
}

const files = filesDisk(folder);
const fresh = (name, layers) =>
  inContainer
    ? new Container(folder, name, files.contents, layers)
    : new Vm(folder, name, { ...machine, layerOver: layers[0] ?? null });
const installed = inContainer ? join(folder, 'containers/installed/upper') : join(folder, 'run/installed.qcow2');
let well = true;
if (!existsSync(installed) || wanted.includes('install') || wanted.length === 0) {
  const bench = fresh('installed', []);
  well = await play('install', bench, { hasty: true, files: files.image }, install);
  await bench.shutDown();
  if (inContainer) bench.remove();
}
// A container has neither a clock nor a disk of its own.
const all = { ...scenarios, ...(inContainer ? {} : { 'late clock': lateClock }), 'power cuts': powerCuts };
if (inContainer) delete all.clock;
for (const [name, work] of Object.entries(all)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const bench = fresh(name.replaceAll(/\W+/g, '-'), [installed]);
  const boot = { files: files.image, ...(name === 'late clock' && { rtc: '2019-01-01' }) };
  well = (await play(name, bench, boot, work)) && well;
  await bench.cut();
  if (inContainer) bench.remove();
}
writeFileSync(join(root, 'docs/machine.md'), report(results));
process.exit(well ? 0 : 1);
