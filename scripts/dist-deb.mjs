// npm run dist:deb [-- --all | --arm64 | --x64]: artifacts/weatherglass_VERSION_ARCH.deb, weatherglass-kiosk and weatherglass-hub, from the
// very tree that the AppImage is made of. Needs dpkg-deb, which every Debian has.
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { stage, staged } from './dist-stage.mjs';
import { i2cBuildsFor } from './natives.mjs';
import { layOutTree, tree } from './release-tree.mjs';
import { version as programVersion, root } from './root.mjs';

const DEBIAN = join(root, 'deploy/debian');
export const artifacts = join(root, 'artifacts');
/** Debian's names. No armhf: neither Node 24 nor better-sqlite3 is built for it. */
export const DEBIAN_ARCH = { x64: 'amd64', arm64: 'arm64' };

const OF_HUB =
  'weatherglass-engine.service weatherglass-hub.service weatherglass-fleet-backup.timer weatherglass-hub-logins.path';

/** `marks`: what the maintainer scripts of a package need to know. All units of the folder `from` are packed. `files`: where others go. */
export const PACKAGES = {
  weatherglass: {
    marks: {
      ENABLED: 'weatherglass.service weatherglass-upgrade.service weatherglass-asked.path',
      STARTED: 'weatherglass.service weatherglass-asked.path',
      DATA: '/var/lib/weatherglass',
      ETC: '/etc/weatherglass',
      ALL_DATA: '/var/lib/weatherglass /etc/weatherglass',
    },
    from: 'deploy',
    files: { 'deploy/guard.sh': 'usr/lib/weatherglass/guard' },
  },
  'weatherglass-hub': {
    marks: {
      ENABLED: `${OF_HUB} weatherglass-hub-logins.service weatherglass-hub-upgrade.service`,
      STARTED: OF_HUB,
      DATA: '/var/lib/weatherglass-hub, /var/lib/weatherglass-engine, /var/backups/weatherglass-fleet',
      ETC: '/etc/weatherglass-hub, /etc/nginx/weatherglass',
      // With what restore has set aside, and nginx's part of it.
      ALL_DATA: [
        '/var/lib/weatherglass-hub /var/lib/weatherglass-hub.before-* /var/lib/weatherglass-hub.new',
        '/var/lib/weatherglass-engine /var/lib/weatherglass-engine.before-* /var/lib/weatherglass-engine.new',
        '/var/backups/weatherglass-fleet /etc/weatherglass-hub /etc/nginx/weatherglass',
        '/etc/nginx/sites-enabled/weatherglass-fleet /etc/nginx/sites-available/weatherglass-fleet /etc/nginx/sites-available/weatherglass-fleet.before',
      ].join(' '),
    },
    from: 'deploy/hub',
    files: {
      'deploy/guard.sh': 'usr/lib/weatherglass-hub/guard',
      'deploy/hub/nginx-fleet.conf': 'usr/lib/systemd/system/nginx.service.d/weatherglass-fleet.conf',
      'deploy/hub/weatherglass-fleet.nginx': 'usr/share/weatherglass-hub/',
      'deploy/hub/backup.sh': 'usr/lib/weatherglass-hub/',
      'deploy/hub/restore.sh': 'usr/lib/weatherglass-hub/',
      'deploy/hub/logins.sh': 'usr/lib/weatherglass-hub/',
    },
  },
};

const PACKAGE_OF = { 'apt-ftparchive': 'apt-utils', gpg: 'gnupg', 'dpkg-deb': 'dpkg' };

/** Runs a program of Debian; answers its output. */
export function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { maxBuffer: 1 << 28, ...options });
  if (error?.code === 'ENOENT')
    throw new Error(`${command} is missing: sudo apt install ${PACKAGE_OF[command] ?? command}`);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  return stdout;
}
const read = (path) => readFileSync(join(root, path), 'utf8');
/** Paths of all files below a folder. */
export const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const filesIn = (folder) =>
  filesBelow(folder)
    .map((file) => relative(folder, file))
    .filter((name) => !name.startsWith('DEBIAN/'))
    .sort();

/** Newest dated version of CHANGELOG.md: the packages of a version are the same bytes whenever they are made. */
export function released() {
  const [, day] = /^## [\d.]+ — (\d{4}-\d\d-\d\d)$/m.exec(read('CHANGELOG.md')) ?? [];
  return new Date(`${day ?? '2026-01-01'}T12:00:00Z`);
}

/** `1.2.0-rc.1` comes before `1.2.0`, which Debian writes with a tilde. */
export const debianVersion = (version) => version.replace('-', '~');

function fill(path, values) {
  const text = readFileSync(path, 'utf8').replaceAll(/@([A-Z_]+)@/g, (mark, name) => values[name] ?? mark);
  writeFileSync(path, text);
}

/** Documents that every package of Debian has: licence, changes, and here what is within it. */
function putDocuments(folder, name, version, when) {
  const doc = join(folder, 'usr/share/doc', name);
  mkdirSync(doc, { recursive: true });
  copyFileSync(join(DEBIAN, 'weatherglass/usr/share/doc/weatherglass/copyright'), join(doc, 'copyright'));
  const day = when.toUTCString().replace('GMT', '+0000');
  const entry = `${name} (${version}) stable; urgency=medium\n\n  * Version ${version}. CHANGELOG.md beside this file says what is new.\n\n -- Weatherglass <weatherglass@localhost>  ${day}\n`;
  writeFileSync(join(doc, 'changelog.gz'), gzipSync(entry, { level: 9 }));
  copyFileSync(join(root, 'CHANGELOG.md'), join(doc, 'CHANGELOG.md'));
  if (!(name in PACKAGES)) return;
  copyFileSync(join(root, 'docs/develop/licences.md'), join(doc, 'licences.md'));
  copyFileSync(join(root, 'config.example.yaml'), join(doc, 'config.example.yaml'));
}

function compressManuals(folder) {
  for (const name of filesIn(folder).filter((file) => /share\/man\/.*\.\d$/.test(file))) {
    writeFileSync(join(folder, `${name}.gz`), gzipSync(readFileSync(join(folder, name)), { level: 9 }));
    rmSync(join(folder, name));
  }
}

/** Builds one package of the folder that is laid out for it; answers the file. `quick` packs uncompressed, for tests: compression takes a minute. */
export function pack(folder, to, { name, arch, version, when, quick }) {
  compressManuals(folder);
  putDocuments(folder, name, version, when);
  const bytes = filesIn(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  const ofPackage = { NAME: name, VERSION: version, ARCH: arch, SIZE: String(Math.ceil(bytes / 1024)) };
  const values = { ...ofPackage, ...PACKAGES[name]?.marks };
  for (const file of readdirSync(join(folder, 'DEBIAN'))) fill(join(folder, 'DEBIAN', file), values);
  const sums = filesIn(folder).map((file) => `${hash('md5', readFileSync(join(folder, file)))}  ${file}\n`);
  writeFileSync(join(folder, 'DEBIAN/md5sums'), sums.join(''));
  run('chmod', ['-R', 'u=rwX,go=rX,g-s', folder]); // however closed or shared the checkout is
  mkdirSync(to, { recursive: true });
  const file = join(to, `${name}_${version}_${arch}.deb`);
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(when.getTime() / 1000) };
  run('dpkg-deb', ['--root-owner-group', ...(quick ? ['-Znone'] : ['-Zxz', '-z3']), '--build', folder, file], { env });
  return file;
}

/** Lays a package with a program out: its own files, its units, the maintainer scripts, and the staged program with its Node. */
function layOut(folder, name) {
  cpSync(join(DEBIAN, name), folder, { recursive: true });
  cpSync(join(DEBIAN, 'maintainer'), join(folder, 'DEBIAN'), { recursive: true });
  const { from, files } = PACKAGES[name];
  const units = readdirSync(join(root, from)).filter((file) => /\.(service|path|timer)$/.test(file));
  const placed = units.map((unit) => [`${from}/${unit}`, 'usr/lib/systemd/system/']);
  for (const [file, to] of [...placed, ...Object.entries(files)]) {
    const target = join(folder, to.endsWith('/') ? `${to}${basename(file)}` : to);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(root, file), target);
    if (file === 'deploy/guard.sh') fill(target, { NAME: name });
  }
  const home = join(folder, 'usr/lib', name);
  run('cp', ['-al', ...readdirSync(tree).map((name) => join(tree, name)), home]);
}

/** Makes all packages of one architecture in the folder `to`; answers the files. */
export async function packArch(arch, { kiosk = true, to = artifacts, only, quick } = {}) {
  const when = released();
  const version = debianVersion(programVersion);
  await stage(arch, await i2cBuildsFor(arch));
  await layOutTree(staged, arch);
  const scratch = join(root, 'release', 'deb'); // on the disk of the tree, whose files it links
  rmSync(scratch, { recursive: true, force: true }); // of a run that was cut short
  const made = [];
  try {
    for (const name of only ? [only] : Object.keys(PACKAGES)) {
      const folder = join(scratch, name);
      layOut(folder, name);
      made.push(pack(folder, to, { name, arch: DEBIAN_ARCH[arch], version, when, quick }));
    }
    if (kiosk) {
      const folder = join(scratch, 'weatherglass-kiosk');
      cpSync(join(DEBIAN, 'weatherglass-kiosk'), folder, { recursive: true });
      for (const size of ['48x48', '128x128', '256x256']) {
        const icon = join(folder, `usr/share/icons/hicolor/${size}/apps/weatherglass.png`);
        mkdirSync(dirname(icon), { recursive: true });
        copyFileSync(join(root, `build/icons/${size}.png`), icon);
      }
      made.push(pack(folder, to, { name: 'weatherglass-kiosk', arch: 'all', version, when, quick }));
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return made;
}

if (process.argv[1] === import.meta.filename) {
  const asked = ['x64', 'arm64'].filter((arch) => process.argv.includes(`--${arch}`) || process.argv.includes('--all'));
  for (const [n, arch] of (asked.length > 0 ? asked : [process.arch]).entries())
    for (const file of await packArch(arch, { kiosk: n === 0 }))
      process.stdout.write(`${file} (${(statSync(file).size / 1e6).toFixed(1)} MB)\n`);
}
