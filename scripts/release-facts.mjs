// What must be true of a release, as facts: `{ what, holds, detail }`. release-check.mjs prints them; a test plays a release.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const fact = (what, holds, detail = '') => ({ what, holds, detail });

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
  const { openScratch } = await import('../src/station/store/sqlite/database.ts');
  const { describeSchema } = await import('../tests/support/describe-schema.ts');
  const newest = readdirSync(folder).sort().at(-1);
  const db = openScratch(schema);
  const holds =
    Number.parseInt(newest, 10) === schema &&
    readFileSync(join(folder, newest), 'utf8') === `${describeSchema(db).join('\n')}\n`;
  db.close();
  return fact('the schema is written down as the program makes it', holds, `schema ${schema}, ${newest}`);
}

/** Of the packages in `folder`: that those of both architectures are there, each says this version itself, and a station can read its bus. */
export function packageFacts(folder, version) {
  const names = ['amd64', 'arm64'].flatMap((arch) => [
    `weatherglass_${version}_${arch}`,
    `weatherglass-hub_${version}_${arch}`,
  ]);
  const facts = [...names, `weatherglass-kiosk_${version}_all`].map((name) => {
    const { stdout, status } = spawnSync('dpkg-deb', ['-f', join(folder, `${name}.deb`), 'Version'], {
      encoding: 'utf8',
    });
    const said = stdout?.trim() ?? '';
    return fact(
      `${name}.deb is there and says its version`,
      status === 0 && said === version,
      said || 'npm run dist:deb -- --all',
    );
  });
  for (const arch of ['amd64', 'arm64']) {
    const name = `weatherglass_${version}_${arch}.deb`;
    const { stdout } = spawnSync('dpkg-deb', ['-c', join(folder, name)], { encoding: 'utf8' });
    facts.push(fact(`${name} has the bus module`, /\/i2c\.node$/m.test(stdout)));
  }
  return facts;
}
