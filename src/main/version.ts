import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appRoot } from './app-root.ts';

export const programVersion = (root = appRoot()): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
