// Writes config.example.yaml from the schema of the settings; `--check` only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { root } from './build.mjs';

const { module } = await runnerImport(join(root, 'src/main/config-example.ts'), { root, configFile: false });
const path = join(root, 'config.example.yaml');
const text = module.configExample();
if (process.argv.includes('--check')) {
  if (readFileSync(path, 'utf8') !== text) {
    process.stderr.write('config.example.yaml does not match the settings schema. Run "npm run config:example".\n');
    process.exit(1);
  }
} else writeFileSync(path, text);
