// What must be true of a release, as facts: `{ what, holds, detail }`. release-check.mjs prints them; a test plays a release.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { root } from './build.mjs';

const fact = (what, holds, detail = '') => ({ what, holds, detail });

/** The heading under which changes gather until they are released. */
export const isBetweenReleases = (changelog) => /^## (.+)$/m.exec(changelog)?.[1]?.trim() === 'Unreleased';

export function changelogFact(changelog, version) {
  const [, first = ''] = /^## (.+)$/m.exec(changelog) ?? [];
  const dated = new RegExp(`^${version.replaceAll('.', '\\.')} — \\d{4}-\\d\\d-\\d\\d$`).test(first);
  return fact('CHANGELOG begins with this version, dated', dated, `it begins with "${first}"`);
}

/** Of `folder/weatherglass-VERSION.json`: that it speaks of this release, of these very files, and is signed by one of `keys`. */
export async function manifestFacts(folder, version, schema, keys = null) {
  const load = async (file) =>
    (await runnerImport(join(root, 'src/main/release', file), { root, configFile: false })).module;
  const path = join(folder, `weatherglass-${version}.json`);
  if (!existsSync(path)) return [fact('there is a manifest', false, 'npm run dist:release')];
  const bytes = readFileSync(path);
  const manifest = JSON.parse(bytes.toString());
  const files = Object.entries(manifest.files).map(([name, { sha256, size }]) => {
    const found = existsSync(join(folder, name)) ? readFileSync(join(folder, name)) : null;
    const holds = found?.length === size && createHash('sha256').update(found).digest('hex') === sha256;
    return fact(`${name} is what the manifest says`, holds, `${((found?.length ?? 0) / 1e6).toFixed(1)} MB`);
  });
  const { wrongWithSignature } = await load('manifest.ts');
  const wrong = wrongWithSignature(path, bytes, keys ?? (await load('keys.ts')).releaseKeys());
  return [
    fact(
      'the manifest speaks of this version and schema',
      manifest.version === version && manifest.schema === schema,
      `${manifest.version}, schema ${manifest.schema}`,
    ),
    fact('the manifest names a file', files.length > 0),
    ...files,
    fact('the manifest is signed by a key that the program knows', wrong === null, wrong ?? ''),
  ];
}
