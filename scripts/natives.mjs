// i2c-bus speaks to one Node ABI at a time, and npm compiles nothing here (.npmrc): its Node is neither always ours nor ever Electron's. Builds
// for several can live side by side where its loader looks last:
// lib/binding/node-v<ABI>-<platform>-<arch>/. (better-sqlite3 speaks Node-API and needs none of this.)
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './root.mjs';

const require = createRequire(import.meta.url);
const modules = join(root, 'node_modules');

export const electronVersion = () => JSON.parse(readFileSync(join(modules, 'electron/package.json'), 'utf8')).version;
export const electronAbi = () => readFileSync(join(modules, 'electron/abi_version'), 'utf8').trim();
export const placeFor = (abi, arch) => join('lib', 'binding', `node-v${abi}-linux-${arch}`, 'i2c.node');

const i2cBus = join(modules, 'i2c-bus');

/** The build for this Node, or null where there is none (no Linux, no compiler). */
export function nodeBuild() {
  const file = join(i2cBus, placeFor(process.versions.modules, process.arch));
  return existsSync(file) ? file : null;
}

/**
 * Makes sure that i2c-bus can be loaded by the Node that runs this, for which it is compiled once. Answers a sentence where it could
 * not be, and null otherwise. A station without a Sense HAT does not need it.
 */
export async function buildI2cForThisNode() {
  if (process.platform !== 'linux' || !existsSync(i2cBus)) return null;
  if (nodeBuild()) {
    dropNpmsBuild();
    return null;
  }
  return inScratch((scratch, source) => {
    const made = compiled(scratch, source);
    if (made.status !== 0) {
      const log = join(root, 'dist', 'i2c-bus-build.log');
      mkdirSync(dirname(log), { recursive: true });
      writeFileSync(log, `${made.stdout}${made.stderr}`);
      return `i2c-bus could not be compiled for Node ${process.versions.node} (it takes build-essential and python3; see ${log}): a Sense HAT cannot be read`;
    }
    keep(join(source, 'build/Release/i2c.node'), process.versions.modules);
    return null;
  });
}

/** node-gyp lets npm's settings in the environment win over its own options: headers of another Node must not come in that way. */
function compiled(scratch, source, options = [], more = {}) {
  const { npm_config_nodedir: _, ...env } = process.env;
  const args = [require.resolve('node-gyp/bin/node-gyp.js'), 'rebuild', ...options, ...headersHere(scratch)];
  return spawnSync(process.execPath, args, { cwd: source, encoding: 'utf8', env: { ...env, ...more } });
}

/**
 * Node's headers where they came along with it; otherwise node-gyp fetches them. By a link in the scratch folder: make knows no path
 * with a space, and a project may lie in one.
 */
function headersHere(scratch) {
  const nodedir = join(dirname(realpathSync(process.execPath)), '..');
  if (!existsSync(join(nodedir, 'include/node/node.h'))) return [];
  const link = join(scratch, 'node');
  symlinkSync(nodedir, link);
  return [`--nodedir=${link}`];
}

/** Into its own place. */
export function keep(file, abi) {
  copyInto(file, i2cBus, placeFor(abi, process.arch));
  dropNpmsBuild();
}

/** Only where ours is there: the loader would try npm's first, and stop at a foreign ABI. */
function dropNpmsBuild() {
  rmSync(join(i2cBus, 'build'), { recursive: true, force: true });
}

/** A copy of the sources, where a build can fail without harm. */
async function inScratch(work) {
  const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-natives-'));
  for (const name of ['i2c-bus', 'nan', 'bindings', 'file-uri-to-path'])
    cpSync(join(modules, name), join(scratch, 'node_modules', name), {
      recursive: true,
      filter: (path) => !/i2c-bus\/(build|lib)$/.test(path),
    });
  writeFileSync(join(scratch, 'package.json'), JSON.stringify({ name: 'scratch', dependencies: { 'i2c-bus': '*' } }));
  try {
    return await work(scratch, join(scratch, 'node_modules/i2c-bus'));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const CROSS = { arm64: 'aarch64-linux-gnu', x64: 'x86_64-linux-gnu' };

/**
 * A list of [ABI, file] of i2c-bus for the Node of that architecture, compiled with Debian's cross compiler. Where there is none: an
 * empty list, and a line on stderr.
 */
export async function i2cBuildsFor(arch) {
  const kept = join(i2cBus, placeFor(process.versions.modules, arch));
  const compiler = `${CROSS[arch]}-g++`;
  let trouble = `install g++-${CROSS[arch].replace('_', '-')}, else a Sense HAT cannot be read`; // no name of a package has a "_"
  if (arch === process.arch) trouble = (await buildI2cForThisNode()) ?? 'run "npm ci", else a Sense HAT cannot be read';
  else if (!existsSync(kept) && spawnSync(compiler, ['--version']).status === 0)
    await inScratch((scratch, source) => {
      const made = compiled(scratch, source, [`--arch=${arch}`], { CC: `${CROSS[arch]}-gcc`, CXX: compiler });
      if (made.status !== 0) throw new Error(`i2c-bus could not be compiled for ${arch}:\n${made.stderr}`);
      copyInto(join(source, 'build/Release/i2c.node'), i2cBus, placeFor(process.versions.modules, arch));
    });
  if (existsSync(kept)) return [[process.versions.modules, kept]];
  process.stderr.write(`No bus module for ${arch}: ${trouble}\n`);
  return [];
}

/**
 * The Node of an architecture, as npm has it: beside us, or fetched for a package that is made for another machine. Answers a folder
 * with bin/node and its LICENSE.
 */
export function nodeOf(arch) {
  const here = join(modules, `node-linux-${arch}`);
  if (existsSync(join(here, 'bin/node'))) return here;
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const version = optionalDependencies[`node-linux-${arch}`];
  const folder = join(modules, '.cache', `node-linux-${arch}-${version}`);
  const whole = join(folder, 'whole');
  if (!existsSync(whole)) {
    mkdirSync(folder, { recursive: true });
    const fetched = spawnSync(
      'npm',
      ['pack', '--silent', `node-linux-${arch}@${version}`, '--pack-destination', folder],
      { encoding: 'utf8' },
    );
    if (fetched.status !== 0) throw new Error(`npm could not fetch node-linux-${arch}@${version}: ${fetched.stderr}`);
    const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    const { status } = spawnSync('tar', ['-xzf', tarball, 'package/bin/node', 'package/LICENSE'], { cwd: folder });
    if (status !== 0) throw new Error(`${join(folder, tarball)} could not be unpacked`);
    renameSync(join(folder, 'package'), whole); // there as a whole, or not at all
  }
  return whole;
}

/** Compiles i2c-bus for Electron, whose headers are fetched for it, and hands the file to `take`. */
export const withElectronBuild = (arch, take) =>
  inScratch(async (scratch, source) => {
    const { rebuild } = await import('@electron/rebuild');
    const headerURL = process.env.ELECTRON_REBUILD_DIST_URL; // a mirror, as its own command line knows it
    await rebuild({
      buildPath: scratch,
      electronVersion: electronVersion(),
      arch,
      onlyModules: ['i2c-bus'],
      force: true,
      ...(headerURL ? { headerURL } : {}),
    });
    const file = join(source, 'build/Release/i2c.node');
    if (!existsSync(file)) throw new Error('i2c-bus was not built for Electron');
    return take(file);
  });

/** Which machine an ELF file is for, in Node's words. */
export function elfArch(file) {
  const machine = readFileSync(file).readUInt16LE(18);
  return { 62: 'x64', 183: 'arm64', 40: 'arm' }[machine] ?? `machine ${machine}`;
}

export function copyInto(file, folder, place) {
  mkdirSync(join(folder, place, '..'), { recursive: true });
  cpSync(file, join(folder, place));
  chmodSync(join(folder, place), 0o644); // a library, and no program
}

// npm run build:native
if (process.argv[1] === import.meta.filename) {
  const trouble = existsSync(i2cBus) ? await buildI2cForThisNode() : 'i2c-bus is not installed. Run "npm ci"';
  process.stdout.write(`${trouble ?? `i2c-bus fits Node ${process.versions.node}`}\n`);
  process.exit(trouble ? 1 : 0);
}
