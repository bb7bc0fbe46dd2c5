// Builds what is stale: each target is rebuilt when any of its sources is newer than its stamp.
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { root } from './root.mjs';

/** Everything in src but the rooms that imports never lead to (tests/repo/imports.test.ts): a new room makes a target stale by itself. */
const srcWithout = (...rooms) =>
  readdirSync(join(root, 'src'))
    .filter((name) => !rooms.includes(name))
    .map((name) => join('src', name));
const ofPages = () => [
  ...srcWithout('main', 'backtest', 'server', 'hub', 'connections', 'http', 'station', 'config', 'words'),
  'static',
  'vite.pages.ts',
];

const targets = {
  main: { config: 'vite.node.config.ts', sources: () => srcWithout('renderer') },
  renderer: { config: 'vite.renderer.config.ts', sources: ofPages },
  fleet: { config: 'vite.fleet.config.ts', sources: ofPages },
};

/** Newest time of a file, or of a folder and all below it. Every start in a checkout asks it of all of src: no path is joined twice. */
const newestMs = (path) => {
  const info = statSync(path);
  if (!info.isDirectory()) return info.mtimeMs;
  let newest = info.mtimeMs;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const below = `${path}/${entry.name}`;
    newest = Math.max(newest, entry.isFile() ? statSync(below).mtimeMs : newestMs(below));
  }
  return newest;
};

/** `seen`: times that another target of the same check has looked up, for most rooms belong to two or three. */
const isStale = (name, { config, sources }, seen = new Map()) => {
  const stamp = join(root, 'dist', `.${name}-built`);
  if (!existsSync(stamp)) return true;
  const builtMs = statSync(stamp).mtimeMs;
  return [...sources(), config, 'package.json', 'package-lock.json'].some((path) => {
    if (!seen.has(path)) seen.set(path, newestMs(join(root, path)));
    return seen.get(path) > builtMs;
  });
};

/** For use, whatever the shell says: with an inherited NODE_ENV the bundle would be one for development, and stamped as fresh. */
async function bundled(options) {
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    const { build } = await import('vite');
    await build(options);
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}

/**
 * Lock among builds of this folder, which write the same files: an abstract socket of Linux, which ends with its process however that ends.
 * Resolves when it is held; elsewhere than on Linux there is none.
 */
async function lock() {
  if (process.platform !== 'linux') return undefined;
  const server = createServer();
  const name = hash('sha256', root); // a path may be longer than a socket's name
  const isHeld = () =>
    new Promise((resolve, reject) => {
      server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)));
      server.listen(`\0weatherglass-build:${name}`, () => resolve(true));
    });
  for (let turn = 0; !(await isHeld()); turn++) {
    if (turn === 0) process.stderr.write('waiting for a build that another start of this folder has begun\n');
    server.removeAllListeners();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return server.unref();
}

export async function buildStale() {
  const held = await lock();
  try {
    await buildHeld();
  } finally {
    held?.close();
  }
}

async function buildHeld() {
  // Compiled words are sources of every target.
  const { makeLocales } = await import('./locales.ts');
  makeLocales();
  for (const [name, target] of Object.entries(targets)) {
    if (!isStale(name, target)) continue;
    const startedMs = Date.now();
    process.stderr.write(`building ${name} … `);
    await bundled({ configFile: join(root, target.config), logLevel: 'error' });
    mkdirSync(join(root, 'dist'), { recursive: true });
    // Stamped with the start: a file saved during the build counts as newer.
    writeFileSync(join(root, 'dist', `.${name}-built`), `${new Date(startedMs).toISOString()}\n`);
    utimesSync(join(root, 'dist', `.${name}-built`), new Date(startedMs), new Date(startedMs));
    process.stderr.write(`${((Date.now() - startedMs) / 1000).toFixed(1)} s\n`);
  }
  if (existsSync('/dev') && readdirSync('/dev').some((name) => /^i2c-\d/.test(name))) {
    const { buildI2cForThisNode } = await import('./natives.mjs');
    const trouble = await buildI2cForThisNode();
    if (trouble) process.stderr.write(`${trouble}\n`);
  }
}

/** In a process of its own: the service that starts afterwards must not carry the bundler's memory for years. */
export function buildStaleAside() {
  const seen = new Map();
  if (!Object.entries(targets).some(([name, target]) => isStale(name, target, seen))) return;
  const { status } = spawnSync(process.execPath, [import.meta.filename], { stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('see the message above');
}

if (process.argv[1] === import.meta.filename) await buildStale();
