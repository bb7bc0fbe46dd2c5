// Writes what is made from the schema of the settings and their words: config.example.yaml. A test compares.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeLocales } from './locales.ts';
import { root } from './root.mjs';

makeLocales();
const { configExample } = await import('./example-settings.ts');
writeFileSync(join(root, 'config.example.yaml'), configExample());
