// Lays out release/tree: a release as deploy/install.sh and `weatherglass upgrade` take it, the program with its own Node, units
// and scripts. `app` has been staged before.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { nodeProgram } from './natives.mjs';
import { root } from './root.mjs';

export const tree = join(root, 'release', 'tree');

/** The database schema that the program brings, from the very code. */
export async function schemaVersion() {
  const { module } = await runnerImport(join(root, 'src/station/store/sqlite/migrations/migrate.ts'), {
    root,
    configFile: false,
  });
  return module.SCHEMA_VERSION;
}

export async function layOutTree(app, arch, appImage = null) {
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(tree, { recursive: true });
  const linked = spawnSync('cp', ['-al', app, join(tree, 'app')], { stdio: 'inherit' });
  if (linked.status !== 0) throw new Error(`${app} could not be laid out`);
  copyFileSync(nodeProgram(arch), join(tree, 'node'));
  chmodSync(join(tree, 'node'), 0o755);
  cpSync(join(root, 'deploy'), join(tree, 'deploy'), { recursive: true });
  copyFileSync(join(root, 'build/icons/256x256.png'), join(tree, 'deploy/weatherglass.png'));
  if (appImage !== null) {
    copyFileSync(appImage, join(tree, 'weatherglass.AppImage'));
    chmodSync(join(tree, 'weatherglass.AppImage'), 0o755);
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(tree, 'release.json'), `${JSON.stringify({ version, schema: await schemaVersion(), arch })}\n`);
}
