import { readFileSync } from 'node:fs';
import { join } from 'node:path';

if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `This needs Node 24 or newer, and this is Node ${process.versions.node}. Start it with "npm run" or "npm test", which find the right one.\n`,
  );
  process.exit(1);
}

/** Where the project lies. */
export const root = join(import.meta.dirname, '..');
export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
