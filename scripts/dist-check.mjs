// npm run dist:check: packs the app as `npm run dist` does, but into a folder and around a stand-in for Electron's program, and
// proves what is inside. It needs no network.
import { spawn, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { Arch, build, Platform } from 'electron-builder';
import { parse } from 'yaml';
import { filesBelow, packArch } from './dist-deb.mjs';
import { makeImage } from './dist-oci.mjs';
import { stage } from './dist-stage.mjs';
import { electronVersion, elfArch, i2cBuildsFor, nodeBuild } from './natives.mjs';
import { root } from './root.mjs';

const require = createRequire(import.meta.url);
const { getCurrentFuseWire, FuseV1Options } = require('@electron/fuses');
const asar = await import('@electron/asar');
const LIMIT_MB = 25;

let failures = 0;
const check = (what, holds, detail = '') => {
  process.stdout.write(`${holds ? '  ok  ' : ' FAIL '} ${what}${detail ? ` (${detail})` : ''}\n`);
  if (!holds) failures++;
};

/** As much of an Electron distribution as the packer touches: a program with the fuse wire in it, all fuses at their defaults. */
function standInDistribution(folder) {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'));
  const wire = Buffer.concat([
    Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
    Buffer.from([1, 8]),
    Buffer.from('10110001'),
  ]);
  const program = Buffer.concat([Buffer.from('#!/bin/sh\nexit 1\n'), wire]);
  writeFileSync(join(folder, 'electron'), program);
  chmodSync(join(folder, 'electron'), 0o755);
  for (const name of ['chrome-sandbox', 'chrome_crashpad_handler', 'LICENSE', 'LICENSES.chromium.html', 'version'])
    writeFileSync(join(folder, name), name === 'version' ? electronVersion() : '');
  writeFileSync(join(folder, 'locales', 'en-US.pak'), '');
}

async function pack(arch, scratch) {
  const electronDist = join(scratch, `electron-${arch}`);
  standInDistribution(electronDist);
  await stage(arch, arch === process.arch ? await i2cBuildsFor(arch) : []);
  const output = join(scratch, `out-${arch}`);
  await build({
    projectDir: root,
    targets: Platform.LINUX.createTarget(['dir'], Arch[arch]),
    config: {
      extends: 'electron-builder.yml',
      electronDist,
      electronVersion: electronVersion(),
      directories: { output },
    },
  });
  return join(output, arch === 'x64' ? 'linux-unpacked' : `linux-${arch}-unpacked`);
}

async function checkContents(app, arch, scratch) {
  const inside = join(scratch, `inside-${arch}`);
  asar.extractAll(join(app, 'resources/app.asar'), inside);
  const names = filesBelow(inside).map((file) => relative(inside, file));
  const without = (what, pattern) => {
    const found = names.filter((name) => pattern.test(name));
    check(`no ${what}`, found.length === 0, found.slice(0, 3).join(', '));
  };
  without('source maps', /\.map$/);
  without('tests', /(^|\/)(tests?|__tests__)\/|\.test\.[jt]s$/);
  without('sources', /\.tsx?$|\.[ch]pp$/);
  const natives = names.filter((name) => name.endsWith('.node'));
  const nativesOf = (word) => natives.filter((name) => name.includes(word));
  const database = `node_modules/better-sqlite3/prebuilds/linux-${arch}.node`;
  check('a database binary for this platform alone', nativesOf('sqlite').join() === database);
  if (arch === process.arch && nodeBuild()) check('the bus module', nativesOf('i2c').length > 0);
  for (const name of natives) {
    check(`${name} is for ${arch}`, elfArch(join(inside, name)) === arch);
    check(`${name} lies outside the archive`, statSync(join(app, 'resources/app.asar.unpacked', name)).isFile());
  }
  const modules = [...new Set(names.filter((n) => n.startsWith('node_modules/')).map((n) => n.split('/')[1]))].sort();
  const others = modules.filter((m) => !['better-sqlite3', 'bindings', 'file-uri-to-path', 'i2c-bus'].includes(m));
  check('no other modules than the native ones', others.length === 0, modules.join(', '));
  for (const name of [
    'dist/main/electron.js',
    'dist/main/cli.js',
    'dist/main/heavy.js',
    'dist/renderer/index.html',
    'dist/fleet/index.html',
    'package.json',
    'CHANGELOG.md',
    'docs/news/de.md',
  ])
    check(name, names.includes(name));
  const mb = filesBelow(join(app, 'resources')).reduce((sum, file) => sum + statSync(file).size, 0) / 1e6;
  check(`the app without Electron is at most ${LIMIT_MB} MB`, mb <= LIMIT_MB, `${mb.toFixed(1)} MB`);
  return inside;
}

async function checkFuses(app) {
  const wanted = parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8')).electronFuses;
  const wire = await getCurrentFuseWire(join(app, 'weatherglass'));
  for (const [name, value] of Object.entries(wanted)) {
    const index = FuseV1Options[name[0].toUpperCase() + name.slice(1)];
    check(`fuse ${name} is ${value ? 'on' : 'off'}`, wire[index] === (value ? 0x31 : 0x30));
  }
}

/** Whether the bus module inside the package can be loaded; that there is a bus is another question. */
function checkBusModule(inside) {
  const loaded = spawnSync(process.execPath, ['-e', "require('i2c-bus')"], { cwd: inside, encoding: 'utf8' });
  check('the bus module can be loaded', loaded.status === 0, loaded.stderr.split('\n')[4]);
}

/** The packed program itself, started by plain Node outside the checkout. */
async function checkServes(inside, scratch) {
  const data = join(scratch, 'data');
  const program = join(inside, 'bin/weatherglass.mjs');
  const options = ['--port=0', '--host=127.0.0.1', '--source=simulator', '--data', data];
  const child = spawn(process.execPath, [program, 'serve', ...options], {
    cwd: scratch,
    env: { ...process.env, XDG_CONFIG_HOME: scratch, NODE_PATH: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.on('exit', () => child.kill('SIGKILL'));
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => resolve(/ready (http\S+)/.exec(String(chunk))?.[1]));
    child.once('exit', (code) => reject(new Error(`serve ended with ${code}`)));
    setTimeout(() => reject(new Error('serve was not ready within a minute')), 60_000).unref();
  });
  const telemetry = await fetch(`${url}/api/telemetry`);
  const temperature = telemetry.status === 200 ? (await telemetry.json()).temperature : null;
  check('serve answers /api/telemetry', Number.isFinite(temperature));
  const page = await fetch(`${url}/`);
  const html = await page.text();
  check('serve answers /', page.status === 200 && html.includes('<!doctype html>'));
  const script = /src="([^"]+\.js)"/.exec(html)?.[1];
  check('and the scripts of the page', script !== undefined && (await fetch(new URL(script, url))).status === 200);
  child.kill('SIGTERM');
  check('and stops with 0', (await new Promise((resolve) => child.once('exit', resolve))) === 0);
  const files = readdirSync(data);
  const hasDatabase = files.some((name) => name.endsWith('.db'));
  check('its data lie in the data folder', hasDatabase, files.join(', '));
}

/** electron-builder shortens the package.json of modules; what is read of them at run time is compared. */
function read(file) {
  if (basename(file) !== 'package.json') return readFileSync(file);
  const { name, version, main, type } = JSON.parse(readFileSync(file, 'utf8'));
  return JSON.stringify({ name, version, main, type });
}

/** Names and checksums of the files below a folder. */
function sumsOf(folder) {
  const entries = filesBelow(folder).map((file) => [relative(folder, file), hash('sha256', read(file))]);
  return new Map(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const checkNode = (home) =>
  check(
    'and Node with its licence',
    ['node', 'LICENSE.node'].every((file) => existsSync(join(home, file))),
  );

/** That packages, and with `-- --oci` the image, hold the very program of the AppImage. */
async function checkSameFiles(inside, scratch) {
  const wanted = sumsOf(inside);
  const compare = (what, folder) => {
    const found = sumsOf(folder);
    const other = [...new Set([...wanted.keys(), ...found.keys()])].filter(
      (name) => wanted.get(name) !== found.get(name),
    );
    check(
      `${what} holds the files of the AppImage`,
      other.length === 0 && found.size > 0,
      other.slice(0, 4).join(', ') || `${found.size} files`,
    );
  };
  if (spawnSync('dpkg-deb', ['--version']).status !== 0) return check('dpkg-deb is here to make the packages', false);
  for (const deb of await packArch(process.arch, { to: join(scratch, 'debs'), kiosk: false, quick: true })) {
    const name = basename(deb).split('_')[0];
    spawnSync('dpkg-deb', ['-x', deb, join(scratch, name)]);
    const home = join(scratch, name, 'usr/lib', name);
    compare(`${name}.deb`, join(home, 'app'));
    checkNode(home);
  }
  if (!process.argv.includes('--oci'))
    return process.stdout.write('       the OCI image was not made and not compared: -- --oci\n');
  const file = join(scratch, 'image.oci.tar');
  await makeImage(process.arch, file);
  mkdirSync(join(scratch, 'image/root'), { recursive: true });
  const unpack =
    'tar -xf image.oci.tar -C image && for blob in image/blobs/sha256/*; do tar -xzf "$blob" -C image/root 2>/dev/null; done; true';
  spawnSync('sh', ['-c', unpack], { cwd: scratch });
  const home = join(scratch, 'image/root/usr/lib/weatherglass');
  compare('the OCI image', join(home, 'app'));
  checkNode(home);
  check("and the licences of Debian's packages", existsSync(join(scratch, 'image/root/usr/share/doc/libc6/copyright')));
}

const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-check-'));
try {
  for (const arch of ['x64', 'arm64']) {
    process.stdout.write(`\nlinux ${arch}\n`);
    const app = await pack(arch, scratch);
    const inside = await checkContents(app, arch, scratch);
    await checkFuses(app);
    if (arch !== process.arch) continue;
    if (nodeBuild()) checkBusModule(inside);
    await checkServes(inside, scratch);
    await checkSameFiles(inside, scratch);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.stdout.write(failures === 0 ? '\nthe package is as it should be\n' : `\n${failures} checks failed\n`);
process.exit(failures === 0 ? 0 : 1);
