// npm run release:check: before a release is published, everything that speaks of it must say the same.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build.mjs';
import { licencesPage, unknownLicences } from './licences.mjs';
import { changelogFact, isBetweenReleases, manifestFacts } from './release-facts.mjs';
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
const changelog = text('CHANGELOG.md');
const dated = changelogFact(changelog, version);
check(dated.what, dated.holds, dated.detail);

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

for (const { what, holds, detail } of await manifestFacts(join(root, 'release'), version, schema))
  check(what, holds, detail);
if (failures > 0 && isBetweenReleases(changelog))
  process.stdout.write(
    '\nThis tree stands between two releases: CHANGELOG begins with "Unreleased". That it is not dated, and that there is no signed\n' +
      'manifest, is then as it should be; any other line that fails is not. docs/kiosk.md says how a release is made.\n',
  );
process.exit(failures === 0 ? 0 : 1);
