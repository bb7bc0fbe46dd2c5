// npm run release:check: everything that speaks of this version must say the same. A tree whose CHANGELOG is dated is a release: its
// files must lie in release/, signed. In one between two releases `-- --rehearse` makes them and signs them with a key of the moment.
import { spawnSync } from 'node:child_process';
import { existsSync, linkSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { licencesPage, unknownLicences } from './licences.mjs';
import {
  changelogFact,
  fact,
  isBetweenReleases,
  load,
  manifestFacts,
  schemaFact,
  upgradeFact,
} from './release-facts.mjs';
import { schemaVersion } from './release-tree.mjs';
import { root } from './root.mjs';

const release = join(root, 'release');
const text = (path) => readFileSync(join(root, path), 'utf8');
const { version } = JSON.parse(text('package.json'));
const changelog = text('CHANGELOG.md');
const schema = await schemaVersion();
const keys = (await load('src/main/release/keys.ts')).releaseKeys();
const manifest = `weatherglass-${version}.json`;
const tarball = `weatherglass-${version}-${process.arch}.tar.gz`;

let failures = 0;
function tell({ what, holds, detail }) {
  process.stdout.write(`${holds ? '  ok  ' : ' FAIL '} ${what}${detail ? ` (${detail})` : ''}\n`);
  if (!holds) failures++;
}

async function aboutTheTree() {
  const locked = JSON.parse(text('package-lock.json')).version;
  tell(fact('package-lock.json has the version of package.json', locked === version, version));
  tell(changelogFact(changelog, version));
  tell(await schemaFact(join(root, 'tests/station/store/schemas'), schema));
  const strange = unknownLicences().map(({ name, licence }) => `${name}: ${licence}`);
  tell(fact('every shipped package has a licence we may ship', strange.length === 0, strange.join(', ')));
  const page = existsSync(join(root, 'docs/develop/licences.md')) && text('docs/develop/licences.md');
  tell(
    fact(
      'docs/develop/licences.md is what is shipped',
      page === licencesPage(),
      page === licencesPage() ? '' : 'npm run licences',
    ),
  );
}

async function aboutTheFiles(folder, known) {
  for (const one of await manifestFacts(folder, version, schema, known)) tell(one);
  const unpacked = mkdtempSync(join(release, 'unpacked-'));
  tell(await upgradeFact(join(folder, tarball), unpacked, version, schema, known));
  rmSync(unpacked, { recursive: true });
}

/** All that a release is but for the owner's key: the very files, in a folder of their own, vouched for by a key that nobody keeps. */
async function rehearse() {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/dist-release.mjs')], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  const { minisign } = await load('tests/support/minisign.ts');
  const { parsePublicKey } = await load('src/main/release/signature.ts');
  const owner = minisign();
  const folder = mkdtempSync(join(release, 'rehearsal-'));
  const { files } = JSON.parse(readFileSync(join(release, manifest)));
  for (const name of [manifest, ...Object.keys(files)]) linkSync(join(release, name), join(folder, name));
  writeFileSync(join(folder, `${manifest}.minisig`), owner.sign(readFileSync(join(release, manifest))));
  await aboutTheFiles(folder, [parsePublicKey(owner.publicLine)]);
  rmSync(folder, { recursive: true });
}

await aboutTheTree();
const rehearsing = process.argv.includes('--rehearse');
if (rehearsing) await rehearse();
else if (!isBetweenReleases(changelog)) await aboutTheFiles(release, keys);
if (isBetweenReleases(changelog)) {
  const key = keys.length > 0 ? '' : 'a release key in src/main/release/keys.ts, ';
  const asked = rehearsing ? 'signed here with a key that nobody keeps' : 'not asked for; "-- --rehearse" makes them';
  process.stdout.write(
    `\nNo release yet: CHANGELOG gathers changes under "Unreleased". Its files were ${asked}.\n` +
      `A release needs ${key}the changelog dated and the owner's signature (docs/develop/releasing.md, "Making a release").\n`,
  );
}
process.exit(failures === 0 ? 0 : 1);
