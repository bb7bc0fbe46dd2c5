// npm run test:packages [-- NAME…]: the Debian packages in clean Debian roots with a systemd of their own (systemd-nspawn). As root, with
// mmdebstrap; half an hour. Not part of the gate. What was seen goes to docs/evidence/packages.md.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { packArch } from '../../scripts/dist-deb.mjs';
import { root } from '../../scripts/root.mjs';
import { Container } from '../machine/container.mjs';
import { apt } from './apt.mjs';
import { cuts } from './cuts.mjs';
import { hub } from './hub.mjs';
import { image } from './image.mjs';
import { moved } from './moved.mjs';
import { station } from './station.mjs';
import { upgrades } from './upgrades.mjs';

const scenarios = {
  station,
  upgrades,
  apt,
  'twenty cuts': cuts,
  'an installation by the old script': moved,
  hub,
  'the card of a Raspberry Pi': image,
};
const missing = ['mmdebstrap', 'systemd-nspawn', 'dpkg-deb'].filter((name) => spawnSync('which', [name]).status !== 0);
if (missing.length > 0 || process.getuid() !== 0) {
  const why =
    missing.length > 0 ? `${missing.join(', ')} missing (apt install mmdebstrap systemd-container)` : 'it needs root';
  process.stderr.write(`\n*** The packages were NOT tested: ${why}.\n\n`);
  process.exit(0);
}
const wanted = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const folder = '/var/tmp/weatherglass-packages';
const files = join(folder, 'files');

/** A Debian as debootstrap leaves it, with what the hub recommends; the roots are layers over it. */
function debian() {
  if (existsSync(join(folder, 'tree/etc'))) return;
  const include = 'systemd-sysv,dbus,udev,procps,curl,sqlite3,jq,iproute2,victoria-metrics,nginx-light,openssl';
  const sources = ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list'].find((path) => existsSync(path));
  const args = ['--mode=root', '--variant=minbase', `--include=${include}`, 'bookworm', join(folder, 'tree'), sources];
  if (spawnSync('mmdebstrap', args, { stdio: 'inherit' }).status !== 0) process.exit(1);
}

/** The packages, and variants of them that behave badly. */
async function packages() {
  rmSync(files, { recursive: true, force: true });
  const [stationDeb, hubDeb] = await packArch(process.arch, { to: files, quick: true });
  const made = [
    ...['1.0.0 good', '1.1.5 good', '1.2.0 crashes', '1.3.0 never-ready', '1.4.0 newer-schema', '1.4.1 damages'].map(
      (v) => [stationDeb, v],
    ),
    ...['1.5.0 no-commands', '1.6.0 good', '2.0.0 newer-schema', '2.0.1 good'].map((v) => [stationDeb, v]),
    ...['1.1.5 good', '1.2.0 crashes'].map((v) => [hubDeb, v]),
  ];
  for (const [deb, variant] of made) {
    const { status, stderr } = spawnSync(join(root, 'tests/packages/variant.sh'), [deb, ...variant.split(' '), files], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
  }
}

const evidence = join(root, 'docs/evidence/packages.md');
/** Replaces one scenario's section of the page. */
function write(name, facts, seconds) {
  const page = readFileSync(evidence, 'utf8');
  const rows = facts.map(
    ({ what, holds, detail }) => `| ${holds ? 'ok' : '**no**'} | ${what} | ${detail.replaceAll('|', '\\|')} |`,
  );
  const head = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, \`npm run test:packages -- '${name}'\`, ${seconds} s, load ${loadavg()[0].toFixed(0)}.`;
  const section = `## ${name}\n${head}\n\n| | fact | seen |\n|---|---|---|\n${rows.join('\n')}\n`;
  const [intro, ...sections] = page.split(/^(?=## )/m);
  const others = sections.filter((one) => !one.startsWith(`## ${name}\n`)).map((one) => `${one.trimEnd()}\n`);
  writeFileSync(evidence, [`${intro.trimEnd()}\n`, ...[...others, section].sort()].join('\n'));
}

mkdirSync(folder, { recursive: true });
debian();
if (!process.argv.includes('--same')) await packages();
let well = true;
for (const name of wanted.length > 0 ? wanted : Object.keys(scenarios)) {
  const facts = [];
  const startedMs = Date.now();
  const see = (what, holds, detail = '') => {
    const text = String(detail).replaceAll(/\s+/g, ' ').slice(0, 260);
    facts.push({ what, holds: Boolean(holds), detail: text });
    process.stdout.write(`${holds ? '  ok  ' : ' FAIL '} ${name}: ${what}${text ? ` (${text})` : ''}\n`);
    well &&= Boolean(holds);
  };
  const bench = (label, layers = []) => new Container(folder, label.replaceAll(/\W+/g, '-'), files, { layers });
  try {
    await scenarios[name]({ bench, see, folder, files });
  } catch (error) {
    see('played to its end', false, error.message);
  }
  if (process.env.PACKAGES_ONLY === undefined) write(name, facts, Math.round((Date.now() - startedMs) / 1000));
}
process.exit(well ? 0 : 1);
