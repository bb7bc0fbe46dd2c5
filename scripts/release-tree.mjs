// Lays out release/tree: the program with its own Node, as the Debian packages and the OCI image take it. `app` has been staged before.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeOf } from './natives.mjs';
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
  const node = nodeOf(arch);
  copyFileSync(join(node, 'bin/node'), join(tree, 'node'));
  chmodSync(join(tree, 'node'), 0o755);
  copyFileSync(join(node, 'LICENSE'), join(tree, 'LICENSE.node'));
  writeFileSync(join(tree, 'release.json'), `${JSON.stringify({ version, schema: await schemaVersion(), arch })}\n`);
}
