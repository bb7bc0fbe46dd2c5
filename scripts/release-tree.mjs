// Lays out release/tree: the program with its own Node, as the Debian packages and the OCI image take it. `app` has been staged before.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeProgram } from './natives.mjs';
import { root, version } from './root.mjs';

export const tree = join(root, 'release', 'tree');

/** The database schema that the program brings, from the very code. */
export const schemaVersion = async () =>
  (await import('../src/station/store/sqlite/migrations/migrate.ts')).SCHEMA_VERSION;

export async function layOutTree(app, arch) {
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(tree, { recursive: true });
  const linked = spawnSync('cp', ['-al', app, join(tree, 'app')], { stdio: 'inherit' });
  if (linked.status !== 0) throw new Error(`${app} could not be laid out`);
  copyFileSync(nodeProgram(arch), join(tree, 'node'));
  chmodSync(join(tree, 'node'), 0o755);
  // Ours is of the same version, whatever `arch`.
  copyFileSync(join(root, `node_modules/node-linux-${process.arch}/LICENSE`), join(tree, 'LICENSE.node'));
  writeFileSync(join(tree, 'release.json'), `${JSON.stringify({ version, schema: await schemaVersion(), arch })}\n`);
}
