// i2c-bus speaks to one Node ABI at a time, and Electron's differs from Node's. Both builds can live side by side where its loader
// looks last: lib/binding/node-v<ABI>-<platform>-<arch>/. (better-sqlite3 speaks Node-API and needs none of this.)
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './build.mjs';

const require = createRequire(import.meta.url);
const modules = join(root, 'node_modules');

export const electronVersion = () => JSON.parse(readFileSync(join(modules, 'electron/package.json'), 'utf8')).version;
export const electronAbi = () => readFileSync(join(modules, 'electron/abi_version'), 'utf8').trim();
export const placeFor = (abi, arch) => join('lib', 'binding', `node-v${abi}-linux-${arch}`, 'i2c.node');

/** The build that npm made for this machine's Node, or null where it could not make one (no compiler, no Linux). */
export const nodeBuild = () => {
  const file = join(modules, 'i2c-bus/build/Release/i2c.node');
  return existsSync(file) ? file : null;
};

/** Compiles i2c-bus for Electron, whose headers are fetched for it, and hands the file to `take`. */
export async function withElectronBuild(arch, take) {
  const { rebuild } = require('@electron/rebuild');
  const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-natives-'));
  try {
    for (const name of ['i2c-bus', 'nan', 'bindings', 'file-uri-to-path'])
      cpSync(join(modules, name), join(scratch, 'node_modules', name), { recursive: true });
    cpSync(join(modules, 'i2c-bus/package.json'), join(scratch, 'package.json'));
    await rebuild({
      buildPath: scratch,
      electronVersion: electronVersion(),
      arch,
      onlyModules: ['i2c-bus'],
      force: true,
    });
    return take(join(scratch, 'node_modules/i2c-bus/build/Release/i2c.node'));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Which machine an ELF file is for, in Node's words. */
export function elfArch(file) {
  const machine = readFileSync(file).readUInt16LE(18);
  return { 62: 'x64', 183: 'arm64', 40: 'arm' }[machine] ?? `machine ${machine}`;
}

export function copyInto(file, folder, place) {
  mkdirSync(join(folder, place, '..'), { recursive: true });
  cpSync(file, join(folder, place));
}
