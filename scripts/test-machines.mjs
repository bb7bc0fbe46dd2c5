// npm run test:machines: plays the tests on other machines, so that a newcomer's second command passes on every one. Commit first: rows that
// need a folder of their own clone HEAD.
//
//   npm run test:machines                          every row, with the whole suite
//   npm run test:machines -- --row nobody          one row; --row may be given several times
//   npm run test:machines -- --suite unit          one project of vitest.config.ts in place of all; -- --suite unit tests/repo some files of it
//
// Rows that this machine cannot play are named with what is missing, and count as failed only where somebody asked for them by name.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './root.mjs';

/** Debian's nobody and nogroup. */
const NOBODY = 65534;
const WHOLE_CHROMIUM = '/usr/bin/chromium';
/** The first Debian whose own Node is new enough. */
const BARE_DEBIAN = 'trixie';
const isRoot = process.getuid() === 0;
const isHere = (program) => spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v "$1"`, 'sh', program]).status === 0;

const { values, positionals } = parseArgs({
  options: { row: { type: 'string', multiple: true }, suite: { type: 'string' } },
  allowPositionals: true,
});
const suite = [...(values.suite ? ['--project', values.suite] : []), ...positionals];
const npmTest = ['npm', 'test', ...(suite.length > 0 ? ['--', ...suite] : [])];

/** What ends with the row: folders, mounts, programs. */
let undo = [];
const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-machines-'));
chmodSync(scratch, 0o755);

const must = (program, args, options = {}) => {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? `${stdout}${stderr}`}`);
  return stdout;
};

/** Without what names a language; the row brings its own. */
const tongueless = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(LC_|LANG$|LANGUAGE$)/.test(name)));

function clone(folder) {
  must('git', ['clone', '--quiet', '--no-hardlinks', root, folder]);
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
}

/** A locale made for one row: with it nobody warns that the language is missing, and programs that tests start really speak it. */
function german() {
  if (!isHere('localedef') || !existsSync('/usr/share/i18n/locales/de_DE')) {
    process.stdout.write(
      'de_DE.UTF-8 is missing here (apt-get install locales): what reads LANG itself still hears German\n',
    );
    return {};
  }
  const folder = join(scratch, 'locales');
  mkdirSync(folder, { recursive: true });
  must('localedef', ['-i', 'de_DE', '-f', 'UTF-8', join(folder, 'de_DE.UTF-8')]);
  return { LOCPATH: folder };
}

function busyLoops(count) {
  const loops = Array.from({ length: count }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  for (const loop of loops) undo.push(() => loop.kill('SIGKILL'));
}

/** Another user in a folder whose name has a space and an umlaut, with what npm installed here. */
function asNobody() {
  const house = join(scratch, 'Müllers Haus');
  const home = join(house, 'home');
  mkdirSync(home, { recursive: true });
  clone(join(house, 'weatherglass'));
  for (const modules of ['node_modules', 'tests/tools/node_modules'])
    if (existsSync(join(root, modules)))
      cpSync(join(root, modules), join(house, 'weatherglass', modules), { recursive: true, verbatimSymlinks: true });
  must('chown', ['-R', `${NOBODY}:${NOBODY}`, house]);
  return {
    command: ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', ...npmTest],
    cwd: join(house, 'weatherglass'),
    env: { ...process.env, HOME: home, XDG_CACHE_HOME: join(home, '.cache') },
  };
}

/** Debian with its own Node and npm and nothing else: installs and tests as README says. */
function bareDebian() {
  const tree = join(scratch, 'debian');
  const sources = ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list'].find((path) => existsSync(path));
  const mirror = /^(?:URIs:|deb(?: \[.*?\])?)\s+(\S+)/m.exec(readFileSync(sources, 'utf8'))[1];
  must('mmdebstrap', ['--variant=minbase', '--include=nodejs,npm,ca-certificates', BARE_DEBIAN, tree, mirror]);
  clone(join(tree, 'root/weatherglass'));
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', HOME: '/root' };
  // How this machine reaches the registry is its own affair.
  for (const [name, value] of Object.entries(process.env))
    if (/_proxy$|^npm_config_registry$/i.test(name)) env[name] = value;
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates && existsSync(certificates)) {
    cpSync(certificates, join(tree, 'root/certificates.pem'));
    env.NODE_EXTRA_CA_CERTS = '/root/certificates.pem';
  }
  cpSync('/etc/resolv.conf', join(tree, 'etc/resolv.conf'));
  const script = `set -e; mount -t proc proc "$0/proc"; mount --rbind /dev "$0/dev"; mount -t tmpfs -o mode=1777 tmp "$0/tmp"
    exec chroot "$0" sh -c 'cd /root/weatherglass && npm ci --no-audit --no-fund && exec "$@"' sh "$@"`;
  const apart = ['unshare', '--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script, tree];
  return { command: [...apart, ...npmTest], env };
}

const inRoot = isRoot ? [] : ['root'];
const ROWS = [
  {
    name: 'chromium',
    what: 'Chromium alone, no headless shell',
    missing: () => (existsSync(WHOLE_CHROMIUM) ? [] : ['chromium']),
    play: () => ({ env: { ...process.env, CHROMIUM: WHOLE_CHROMIUM } }),
  },
  {
    name: 'nobody',
    what: 'user nobody, in "Müllers Haus"',
    missing: () => [...inRoot, ...['setpriv', 'git'].filter((program) => !isHere(program))],
    play: asNobody,
  },
  {
    name: 'one-core',
    what: 'one core',
    missing: () => (isHere('taskset') ? [] : ['taskset']),
    play: () => ({ command: ['taskset', '-c', '0', ...npmTest] }),
  },
  { name: 'c', what: 'LANG=C', missing: () => [], play: () => ({ env: { ...tongueless(), LANG: 'C' } }) },
  {
    name: 'german',
    what: 'LANG=de_DE.UTF-8',
    missing: () => [],
    play: () => ({ env: { ...tongueless(), ...german(), LANG: 'de_DE.UTF-8' } }),
  },
  {
    name: 'loaded',
    what: 'beside two busy loops',
    missing: () => [],
    play: () => {
      busyLoops(2);
      return {};
    },
  },
  {
    name: 'bare',
    what: `a bare Debian: Node 20 and npm, npm ci and npm test`,
    missing: () => [...inRoot, ...['mmdebstrap', 'unshare', 'git'].filter((program) => !isHere(program))],
    play: bareDebian,
  },
];

const wanted = values.row ?? ROWS.map(({ name }) => name);
const unknown = wanted.filter((name) => !ROWS.some((row) => row.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `test:machines knows no row ${unknown.join(', ')}: ${ROWS.map(({ name }) => name).join(', ')}\n`,
  );
  process.exit(2);
}

/** A signal must not leave busy loops behind. */
const tidy = () => {
  for (const step of undo.reverse()) step();
  undo = [];
};
process.on('exit', () => {
  tidy();
  rmSync(scratch, { recursive: true, force: true });
});
/** A signal ends the row that runs, and no other is begun. */
let running;
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    isStopped = true;
    // `unshare` holds other signals back until its child ends; by its --kill-child this one ends all.
    running?.kill(running.spawnfile === 'unshare' ? 'SIGKILL' : 'SIGTERM');
  });

async function played({ name, what, missing, play }) {
  const lacks = missing();
  if (lacks.length > 0)
    return { name, what, result: `not played: ${lacks.join(', ')} missing`, failed: Boolean(values.row) };
  process.stdout.write(`\n=== ${name}: ${what}\n`);
  const startedMs = performance.now();
  let status;
  try {
    const { command = npmTest, cwd = root, env = process.env } = play();
    const [program, ...args] = command;
    running = spawn(program, args, { cwd, env, stdio: 'inherit' });
    const [code] = await once(running, 'exit');
    status = code ?? 'a signal';
  } catch (error) {
    process.stdout.write(`${error.message}\n`);
    status = 'no start';
  }
  tidy();
  return { name, what, result: `exit ${status}`, failed: status !== 0, s: (performance.now() - startedMs) / 1000 };
}

const results = [];
for (const row of ROWS.filter(({ name }) => wanted.includes(name))) if (!isStopped) results.push(await played(row));
process.stdout.write(`\n| row | machine | seconds | ${npmTest.join(' ')} |\n|---|---|---|---|\n`);
for (const { name, what, result, s } of results)
  process.stdout.write(`| ${name} | ${what} | ${s === undefined ? '' : s.toFixed(0)} | ${result} |\n`);
process.exit(isStopped || results.some(({ failed }) => failed) ? 1 : 0);
