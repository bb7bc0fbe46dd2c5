// npm run release:check: before a release is published, everything that speaks of it must say the same.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { root } from './build.mjs';
import { licencesPage, unknownLicences } from './licences.mjs';
import { schemaVersion } from './release-tree.mjs';

let failures = 0;
const check = (what, holds, detail = '') => {
  process.stdout.write(`${holds ? '  ok  ' : ' FAIL '} ${what}${detail ? ` (${detail})` : ''}\n`);
  if (!holds) failures++;
};
const text = (path) => readFileSync(join(root, path), 'utf8');
const { version } = JSON.parse(text('package.json'));
const schema = await schemaVersion();

check(
  'package-lock.json has the version of package.json',
  JSON.parse(text('package-lock.json')).version === version,
  version,
);
const [first] = [...text('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map((match) => match[1]);
check(
  'CHANGELOG begins with this version, dated',
  new RegExp(`^${version.replaceAll('.', '\\.')} — \\d{4}-\\d\\d-\\d\\d$`).test(first),
  `it begins with "${first}"`,
);

const dumps = readdirSync(join(root, 'tests'), { recursive: true }).filter((name) =>
  /schema[^/]*-?\d+\.sql$|schemas?\/.*\d+\.sql$/.test(name),
);
const numbers = dumps.map((name) => Number(/(\d+)\.sql$/.exec(name)[1]));
check(
  'the schema of every version is written down',
  numbers.length > 0 && Math.max(...numbers) === schema,
  `schema ${schema}, written down up to ${Math.max(0, ...numbers)}`,
);

const strange = unknownLicences();
check(
  'every shipped package has a licence we may ship',
  strange.length === 0,
  strange.map(({ name, licence }) => `${name}: ${licence}`).join(', '),
);
check(
  'docs/licences.md is what is shipped',
  existsSync(join(root, 'docs/licences.md')) && text('docs/licences.md') === licencesPage(),
);

const manifestPath = `release/weatherglass-${version}.json`;
if (!existsSync(join(root, manifestPath))) check('there is a manifest', false, 'npm run dist:release');
else {
  const manifest = JSON.parse(text(manifestPath));
  check('the manifest speaks of this version and schema', manifest.version === version && manifest.schema === schema);
  for (const [name, { sha256, size }] of Object.entries(manifest.files)) {
    const bytes = existsSync(join(root, 'release', name)) ? readFileSync(join(root, 'release', name)) : null;
    const holds =
      bytes !== null && bytes.length === size && createHash('sha256').update(bytes).digest('hex') === sha256;
    check(`${name} is what the manifest says`, holds, `${((bytes?.length ?? 0) / 1e6).toFixed(1)} MB`);
  }
  const load = async (file) =>
    (await runnerImport(join(root, 'src/main/release', file), { root, configFile: false })).module;
  const { checkSignature } = await load('signature.ts');
  const { releaseKeys } = await load('keys.ts');
  const signature = existsSync(join(root, `${manifestPath}.minisig`)) ? text(`${manifestPath}.minisig`) : '';
  const wrong = checkSignature(readFileSync(join(root, manifestPath)), signature, releaseKeys());
  check('the manifest is signed by a key that the program knows', wrong === null, wrong ?? '');
}
process.exit(failures === 0 ? 0 : 1);
