// Writes what is made from the schema of the settings and their words: config.example.yaml. `--check` only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { makeLocales } from './locales.ts';
import { root } from './root.mjs';

makeLocales();

const load = async (file) => (await runnerImport(join(root, file), { root, configFile: false })).module;
const made = {
  'config.example.yaml': (await load('scripts/example-settings.ts')).configExample(),
};
for (const [file, text] of Object.entries(made)) {
  const path = join(root, file);
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    process.stderr.write(`${file} does not match the settings schema. Run "npm run config:example".\n`);
    process.exitCode = 1;
  }
}
