// The machine of a newcomer: npm and Node as the registry brings them, a PATH without compilers, another user than root, a folder whose name has
// a space and an umlaut, and a way to start without network.
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';
import { root } from '../../scripts/root.mjs';

const isRoot = process.getuid() === 0;
/** Debian's nobody and nogroup. */
const NOBODY = 65534;
const COMPILERS = /^(.*-)?(cc|gcc|g\+\+|c\+\+|cpp|c89|c99|clang|ld|make|gmake|cmake|python3?)(-?[\d.]+)?$/;
const NODES = /^(node|nodejs|npm|npx|corepack|yarn|pnpm)$/;

const must = (command, args, options = {}) => {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? `${stdout}${stderr}`}`);
  return stdout;
};

/** All programs of this machine but compilers and Nodes, as links in one folder. */
export function makeFarm(folder) {
  const farm = join(folder, 'path');
  rmSync(farm, { recursive: true, force: true });
  mkdirSync(farm);
  for (const place of ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'])
    for (const name of readdirSync(place))
      if (!COMPILERS.test(name) && !NODES.test(name) && !existsSync(join(farm, name)))
        symlinkSync(join(place, name), join(farm, name));
  return farm;
}

/** npm or Node of that version, installed once into `folder`. */
export function tool(folder, name, wanted) {
  const prefix = join(folder, `${name}-${wanted}`);
  const packageName = name === 'node' ? `node-linux-${process.arch}` : name;
  const place = join(prefix, 'node_modules', packageName);
  if (wanted === 'latest' || !existsSync(join(place, 'package.json')))
    must('npm', ['install', '--silent', '--ignore-scripts', '--prefix', prefix, `${packageName}@${wanted}`]);
  const { version, engines } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
  const program = join(place, name === 'node' ? 'bin/node' : 'bin/npm-cli.js');
  return { version: semver.clean(version), program, runsOn: (node) => semver.satisfies(node, engines?.node ?? '*') };
}

/** A fresh clone of HEAD with a home beside it, and the commands of the one who sits there. */
export function seatAt(folder, farm, npm, node) {
  const here = join(folder, 'Müllers Haus');
  const [home, bin, clone, cache] = [
    join(here, 'home'),
    join(here, 'bin'),
    join(here, 'weather glass'),
    join(folder, 'cache'),
  ];
  rmSync(here, { recursive: true, force: true });
  for (const made of [home, bin, cache]) mkdirSync(made, { recursive: true });
  must('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, clone]);
  symlinkSync(npm.program, join(bin, 'npm'));
  symlinkSync(node.program, join(bin, 'node'));
  chmodSync(npm.program, 0o755);
  if (isRoot) {
    must('chown', ['-R', `${NOBODY}:${NOBODY}`, here]);
    chownSync(cache, NOBODY, NOBODY);
  }
  const env = {
    PATH: `${bin}:${farm}`,
    HOME: home,
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    npm_config_cache: cache,
    // How this machine reaches the registry is its own affair.
    ...Object.fromEntries(
      Object.entries(process.env).filter(([key]) => /_proxy$|^npm_config_registry$|^NODE_EXTRA_CA_CERTS$/i.test(key)),
    ),
  };
  const asUser = isRoot ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];
  const withoutNetwork = ['unshare', isRoot ? '-n' : '-rn', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
  return {
    home,
    clone,
    run: (command, { isOffline = false } = {}) => {
      const [program, ...args] = [...(isOffline ? withoutNetwork : []), ...asUser, ...command];
      const startedMs = performance.now();
      const done = spawnSync(program, args, { cwd: clone, env, encoding: 'utf8', timeout: 900_000 });
      const seconds = (performance.now() - startedMs) / 1000;
      return { status: done.status, stdout: done.stdout, text: `${done.stdout}${done.stderr}`, seconds };
    },
    clear: () => rmSync(here, { recursive: true, force: true }),
  };
}
