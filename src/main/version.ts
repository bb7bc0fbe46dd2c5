import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appRoot } from './app-root.ts';

export const programVersion = (): string =>
  (JSON.parse(readFileSync(join(appRoot(), 'package.json'), 'utf8')) as { version: string }).version;
