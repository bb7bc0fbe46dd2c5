import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the project lies. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..');
