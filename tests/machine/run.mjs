// npm run test:machine [-- NAME…]: a real Debian in qemu is installed, upgraded, filled, cut off and asked. As root, with network for the
// first image; half an hour at best, hours where there is no KVM. Not part of the gate. The report goes to docs/machine.md.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
const wanted = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
if (!existsSync(join(folder, 'base.img'))) {
  const { status } = spawnSync(join(root, 'tests/machine/image.sh'), [folder], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
const machine = accelerator(folder);
const resultsFile = join(folder, 'results.json');
const results = existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : {};

/** Facts of one scenario; one that breaks off is a fact, too. */
async function play(name, vm, boot, work) {
  const facts = [];
  const startedMs = Date.now();
  const see = (what, holds, detail = '') => {
    facts.push({ what, holds, detail: String(detail).slice(0, 300) });
    process.stdout.write(
      `${holds ? '  ok  ' : ' FAIL '} ${name}: ${what}${detail ? ` (${String(detail).slice(0, 160)})` : ''}\n`,
    );
  };
  try {
    const bootS = await vm.boot(boot);
    await work(vm, see, { bootS });
  } catch (error) {
    see('played to its end', false, error.message);
  }
  results[name] = {
    at: new Date().toISOString(),
    seconds: Math.round((Date.now() - startedMs) / 1000),
    accel: machine.accel,
    facts,
  };
  writeFileSync(resultsFile, JSON.stringify(results, null, 2));
  return facts.every(({ holds }) => holds);
}

const installed = join(folder, 'run', 'installed.qcow2');
const files = filesDisk(folder);
let well = true;
if (!existsSync(installed) || wanted.includes('install') || wanted.length === 0) {
  const vm = new Vm(folder, 'installed', machine);
  well &&= await play('install', vm, { hasty: true, files }, install);
  await vm.shutDown();
}
const all = { ...scenarios, 'late clock': lateClock, 'power cuts': powerCuts };
for (const [name, work] of Object.entries(all)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const vm = new Vm(folder, name.replaceAll(/\W+/g, '-'), { ...machine, layerOver: installed });
  well = (await play(name, vm, { files, ...(name === 'late clock' && { rtc: '2019-01-01' }) }, work)) && well;
  await vm.cut();
}
writeFileSync(join(root, 'docs/machine.md'), report(results));
process.exit(well ? 0 : 1);
