// npm run release:check: everything that speaks of this version must say the same. A tree whose CHANGELOG is dated is a release: its
// packages must lie in artifacts/.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { debianVersion } from './dist-deb.mjs';
import { licencesPage, unknownLicences } from './licences.mjs';
import { changelogFact, fact, isBetweenReleases, packageFacts, schemaFact } from './release-facts.mjs';
import { schemaVersion } from './release-tree.mjs';
import { root, version } from './root.mjs';

const text = (path) => readFileSync(join(root, path), 'utf8');
const changelog = text('CHANGELOG.md');

let failures = 0;
function tell({ what, holds, detail }) {
  process.stdout.write(`${holds ? '  ok  ' : ' FAIL '} ${what}${detail ? ` (${detail})` : ''}\n`);
  if (!holds) failures++;
}

const locked = JSON.parse(text('package-lock.json')).version;
tell(fact('package-lock.json has the version of package.json', locked === version, version));
tell(changelogFact(changelog, version));
tell(await schemaFact(join(root, 'tests/station/store/schemas'), await schemaVersion()));
const strange = unknownLicences().map(({ name, licence }) => `${name}: ${licence}`);
tell(fact('every shipped package has a licence we may ship', strange.length === 0, strange.join(', ')));
const page = 'docs/develop/licences.md';
const isShipped = existsSync(join(root, page)) && text(page) === licencesPage();
tell(fact(`${page} is what is shipped`, isShipped, isShipped ? '' : 'npm run licences'));
if (!isBetweenReleases(changelog))
  for (const one of packageFacts(join(root, 'artifacts'), debianVersion(version))) tell(one);
else
  process.stdout.write(
    '\nNo release yet: CHANGELOG gathers changes under "Unreleased" (docs/develop/releasing.md, "Making a release").\n',
  );
process.exit(failures === 0 ? 0 : 1);
