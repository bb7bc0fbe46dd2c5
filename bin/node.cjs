// Launcher of every npm script: `node bin/node.cjs [--lean] FILE|TOOL [arguments]` runs a file under Node 24 or newer, however old the Node is
// that reads this, and puts that Node first on PATH for all that the file starts. Plain CommonJS, so that Node 12 still gets its one sentence.
//
// npm's own way, `node_modules/.bin/node`, cannot be relied on: before 11.6 npm removes that link again together with the optional package of
// the other architecture, which has a program of the same name.
// biome-ignore-all lint/style/useNodejsImportProtocol: Node 12 does not know it.
'use strict';
const { spawn } = require('child_process');
const { existsSync } = require('fs');
const { constants } = require('os');
const { delimiter, dirname, join } = require('path');

const NEEDED = 24;
const root = join(__dirname, '..');
/** The C library that the packaged Node is linked to; without it (Alpine, NixOS) the program is there and cannot start. */
const LOADERS = { x64: '/lib64/ld-linux-x86-64.so.2', arm64: '/lib/ld-linux-aarch64.so.1' };
/** One arena that gives memory back: a station runs for months on a board with little of it. Read by glibc at the start of a process alone. */
const LEAN = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '65536', MALLOC_MMAP_THRESHOLD_: '65536' };
/** Tools by name, as their scripts lie in node_modules: the links in .bin are no JavaScript on Windows. */
const TOOLS = { biome: '@biomejs/biome/bin/biome', tsc: 'typescript/bin/tsc', vitest: 'vitest/vitest.mjs' };
const SETPRIV = '/usr/bin/setpriv';
const PARENT_CHECK_MS = 500;
const isByNpm = 'npm_lifecycle_event' in process.env;

const fits = (version) => Number(version.split('.')[0]) >= NEEDED;

/**
 * The path of a Node that fits: the one among the optional packages, on which everything is proven and for which the bus module is compiled; else
 * this one, if it is new enough; otherwise the sentence that says what to do.
 */
function findNode(modules, self) {
  const isPackaged = self.platform === 'linux' && self.arch in LOADERS && existsSync(LOADERS[self.arch]);
  const path = join(modules, `node-linux-${self.arch}`, 'bin', 'node');
  if (isPackaged && existsSync(path)) return { path };
  if (fits(self.version)) return { path: self.execPath };
  const remedy =
    isPackaged && Number(self.version.split('.')[0]) >= 20 // npm ci refuses an older one
      ? `Run "npm ci" in ${dirname(modules)}, which brings Node ${NEEDED} along`
      : `Install Node ${NEEDED} or newer`;
  const here = `Node ${self.version} on ${self.platform} ${self.arch}`;
  return { trouble: `Weatherglass needs Node ${NEEDED} or newer, and this is ${here}. ${remedy}, then try again.` };
}

function environment(node, isLean) {
  const env = Object.assign({}, process.env, isLean ? LEAN : {});
  const key = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') || 'PATH'; // Windows spells it "Path"
  const rest = (env[key] || '').split(delimiter).filter((folder) => folder !== dirname(node));
  env[key] = [dirname(node)].concat(rest).join(delimiter);
  return env;
}

/**
 * Becomes `node` where this Node can (from 22.15 on): then no second process stays for months. npm hands a signal to its shell alone, which
 * dies of it and leaves its child behind: PR_SET_PDEATHSIG, which outlives the exec, tells the child in that case.
 */
function become(node, args, env) {
  if (process.platform === 'win32' || !process.execve) return;
  if (!isByNpm) process.execve(node, [node].concat(args), env);
  if (existsSync(SETPRIV) && process.platform === 'linux')
    process.execve(SETPRIV, ['setpriv', '--pdeathsig', 'TERM', '--', node].concat(args), env);
}

/** Stays in front of `node`: hands signals and the end of npm's shell on to it, and ends as it ends. */
function standInFront(node, args, env) {
  const child = spawn(node, args, { env, stdio: 'inherit' });
  const parent = process.ppid;
  ['SIGTERM', 'SIGINT', 'SIGHUP'].forEach((signal) => {
    process.on(signal, () => child.kill(signal));
  });
  const watch = setInterval(() => {
    if (!isByNpm || process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, PARENT_CHECK_MS);
  child.once('error', (error) => {
    refuse(`${node} cannot be started: ${error.message}`);
  });
  child.once('exit', (code, signal) => {
    clearInterval(watch);
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
    setTimeout(() => process.exit(128 + constants.signals[signal]), 100); // a signal that this platform ignores
  });
}

function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** Runs `args` (a file and its arguments) under a Node that fits. Ends this process, at once or with it. */
function run(args, isLean) {
  const found = findNode(join(root, 'node_modules'), {
    version: process.versions.node,
    execPath: process.execPath,
    platform: process.platform,
    arch: process.arch,
  });
  if (found.trouble) refuse(found.trouble);
  const file = args[0] in TOOLS ? join(root, 'node_modules', TOOLS[args[0]]) : args[0];
  if (!existsSync(file)) refuse(`${args[0]} is not installed. Run "npm ci" in ${root}, then try again.`);
  const all = [file].concat(args.slice(1));
  const env = environment(found.path, isLean);
  become(found.path, all, env);
  standInFront(found.path, all, env);
}

module.exports = { findNode, run };

if (require.main === module) {
  const isLean = process.argv[2] === '--lean';
  run(process.argv.slice(isLean ? 3 : 2), isLean);
}
