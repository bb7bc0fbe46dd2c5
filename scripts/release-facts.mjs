// What must be true of a release, as facts: `{ what, holds, detail }`. release-check.mjs prints them; a test plays a release.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { root } from './root.mjs';

export const fact = (what, holds, detail = '') => ({ what, holds, detail });
export const load = async (file) => (await runnerImport(join(root, file), { root, configFile: false })).module;

const headings = (changelog) => [...changelog.matchAll(/^## (.+)$/gm)].map(([, text]) => text.trim());

/** Whether changes still gather under the heading that is no release. */
export const isBetweenReleases = (changelog) => headings(changelog)[0] === 'Unreleased';

const isDated = (heading, version) =>
  new RegExp(`^${version.replaceAll('.', '\\.')} — \\d{4}-\\d\\d-\\d\\d$`).test(heading);

/**
 * Of a release: it begins with this version and its day. Before one: with changes, over the version that they come after, or over
 * nothing before the first. What is not released stands under one heading: each below the first is a version with its day.
 */
export function changelogFact(changelog, version) {
  const [first = '', ...others] = headings(changelog);
  const undated = others.find((heading) => !isDated(heading, heading.split(' ', 1)[0]));
  if (undated !== undefined)
    return fact('CHANGELOG dates every version but the newest', false, `"${undated}" has no day`);
  if (!isBetweenReleases(changelog))
    return fact('CHANGELOG begins with this version, dated', isDated(first, version), `it begins with "${first}"`);
  const [, gathered = ''] = changelog.split(/^## .+$/m);
  const lines = gathered.match(/^- /gm)?.length ?? 0;
  const over = others[0];
  const holds = lines > 0 && (over === undefined || isDated(over, version));
  const what = 'CHANGELOG gathers changes over this version';
  return fact(what, holds, `${lines} changes, ${over === undefined ? 'before the first release' : `over "${over}"`}`);
}

/** The newest schema that is written down in `folder` is the one that the program makes, to the letter. */
export async function schemaFact(folder, schema) {
  const { openScratch } = await load('src/station/store/sqlite/database.ts');
  const { describeSchema } = await load('src/station/store/sqlite/migrations/migrate.ts');
  const newest = readdirSync(folder).sort().at(-1);
  const db = openScratch(schema);
  const holds =
    Number.parseInt(newest, 10) === schema &&
    readFileSync(join(folder, newest), 'utf8') === `${describeSchema(db).join('\n')}\n`;
  db.close();
  return fact('the schema is written down as the program makes it', holds, `schema ${schema}, ${newest}`);
}

/** Of `folder/weatherglass-VERSION.json`: that it speaks of this release, of these very files, and is signed by one of `keys`. */
export async function manifestFacts(folder, version, schema, keys) {
  const path = join(folder, `weatherglass-${version}.json`);
  if (!existsSync(path)) return [fact('there is a manifest', false, 'npm run dist:release')];
  const bytes = readFileSync(path);
  const manifest = JSON.parse(bytes.toString());
  const files = Object.entries(manifest.files).map(([name, { sha256, size }]) => {
    const found = existsSync(join(folder, name)) ? readFileSync(join(folder, name)) : null;
    const holds = found?.length === size && createHash('sha256').update(found).digest('hex') === sha256;
    return fact(`${name} is what the manifest says`, holds, `${((found?.length ?? 0) / 1e6).toFixed(1)} MB`);
  });
  const { wrongWithSignature } = await load('src/main/release/manifest.ts');
  const wrong = wrongWithSignature(path, bytes, keys);
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

/** That the program's own "upgrade" takes a file by that signature alone, and that what is in it starts. Unpacked below `folder`. */
export async function upgradeFact(file, folder, version, schema, keys) {
  const what = 'the program’s own upgrade takes the tarball, and what is in it starts';
  const { stage } = await load('src/main/release/stage.ts');
  const { Layout } = await load('src/main/release/layout.ts');
  const { realHost } = await load('src/main/release/host.ts');
  const { readRelease, tryRelease } = await load('src/main/release/tree.ts');
  const host = realHost(() => undefined);
  try {
    const staged = await stage(new Layout(folder), file, { keys, allowUnsigned: false });
    const facts = readRelease(staged);
    await tryRelease(host, staged, facts);
    return fact(what, facts.version === version && facts.schema === schema, `${facts.version}, schema ${facts.schema}`);
  } catch (error) {
    if (error.constructor.name !== 'UserError') throw error;
    return fact(what, false, error.message);
  }
}
