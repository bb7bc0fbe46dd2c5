// Writes what is made from the schema of the settings and their words: config.example.yaml. A test compares.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeLocales } from './locales.ts';
import { load } from './release-facts.mjs';
import { root } from './root.mjs';

makeLocales();
const { configExample } = await load('scripts/example-settings.ts');
writeFileSync(join(root, 'config.example.yaml'), configExample());
