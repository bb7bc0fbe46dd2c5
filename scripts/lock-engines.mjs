// npm run lock:engines, after packages were added or updated (on Node 20: `npm install --no-engine-strict NAME`). Takes the `engines` that go
// beyond our own out of package-lock.json. npm compares them with the Node it runs on itself, and would refuse Node 20 for seven packages
// that bin/node.cjs runs under Node 24 all the same. Our own `engines` stay, and with them npm's refusal of a Node too old for its part.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';
import { root } from './root.mjs';

/** Paths of the packages in a lock that ask for more than `engines.node` of the root package promises. */
export const beyondOurs = ({ packages }) =>
  Object.keys(packages).filter(
    (path) => !semver.subset(packages[''].engines.node, packages[path].engines?.node ?? '*'),
  );

if (process.argv[1] === import.meta.filename) {
  const file = join(root, 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  for (const path of beyondOurs(lock)) {
    process.stdout.write(`${path}: ${lock.packages[path].engines.node}\n`);
    delete lock.packages[path].engines;
  }
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}
