// Lays out release/app: what goes into the package, and nothing else. The bundles hold every JavaScript dependency, so of
// node_modules only the two native modules remain, each with this platform's binary alone.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildStale } from './build.mjs';
import { copyInto, elfArch, placeFor } from './natives.mjs';
import { root } from './root.mjs';

export const staged = join(root, 'release', 'app');

const packageJson = () => {
  const { name, version, description, license, author, type, main, bin, dependencies, optionalDependencies } =
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return {
    name,
    version,
    description,
    license,
    author,
    type,
    main,
    bin,
    desktopName: 'weatherglass.desktop',
    dependencies: { 'better-sqlite3': dependencies['better-sqlite3'] },
    optionalDependencies: { 'i2c-bus': optionalDependencies['i2c-bus'] },
  };
};

const take = (from, filter = () => true) => cpSync(join(root, from), join(staged, from), { recursive: true, filter });

/** Without the packages that only its compilation needed. */
function takeManifest(name) {
  const manifest = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
  for (const tool of ['node-addon-api', 'nan']) delete manifest.dependencies[tool];
  writeFileSync(join(staged, 'node_modules', name, 'package.json'), JSON.stringify(manifest, null, 2));
}

/** `i2cBuilds`: [ABI, file] for each runtime the package shall serve. */
export async function stage(arch, i2cBuilds) {
  await buildStale();
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged, { recursive: true });
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(packageJson(), null, 2)}\n`);
  const noMaps = (path) => !path.endsWith('.map');
  for (const file of ['cli.js', 'electron.js', 'heavy.js', 'chunks']) take(`dist/main/${file}`, noMaps);
  for (const page of ['dist/renderer', 'dist/fleet']) take(page, noMaps);
  for (const file of ['static', 'bin', 'LICENSE', 'CHANGELOG.md', 'docs/news', 'config.example.yaml']) take(file);

  for (const file of ['LICENSE', 'lib', `prebuilds/linux-${arch}.node`]) take(`node_modules/better-sqlite3/${file}`);
  takeManifest('better-sqlite3');
  if (i2cBuilds.length === 0) return;
  for (const name of ['i2c-bus/LICENSE', 'i2c-bus/i2c-bus.js', 'bindings', 'file-uri-to-path'])
    take(`node_modules/${name}`, (path) => !/\/test(\/|$)|\.(md|ts)$|\.npmignore$|\.travis\.yml$/.test(path));
  takeManifest('i2c-bus');
  for (const [abi, file] of i2cBuilds) {
    if (elfArch(file) !== arch) throw new Error(`${file} is built for ${elfArch(file)}, the package is for ${arch}`);
    copyInto(file, join(staged, 'node_modules/i2c-bus'), placeFor(abi, arch));
  }
}
