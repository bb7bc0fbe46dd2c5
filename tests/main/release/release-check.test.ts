import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  changelogFact,
  isBetweenReleases,
  manifestFacts,
  schemaFact,
  upgradeFact,
} from '../../../scripts/release-facts.mjs';
import { newsOf } from '../../../src/main/care/news.ts';
import { parsePublicKey } from '../../../src/main/release/signature.ts';
import { programVersion } from '../../../src/main/version.ts';
import { SCHEMA_VERSION } from '../../../src/station/store/sqlite/migrations/migrate.ts';
import { minisign } from '../../support/minisign.ts';

describe('the check of a release', () => {
  let folder: string;
  const owner = minisign();
  const keys = [parsePublicKey(owner.publicLine)];
  const MANIFEST = 'weatherglass-1.1.0.json';
  const failing = async () =>
    (await manifestFacts(folder, '1.1.0', 4, keys)).filter(({ holds }) => !holds).map(({ what }) => what);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'release-'));
    const program = Buffer.from('program');
    writeFileSync(join(folder, 'weatherglass-1.1.0-x64.tar.gz'), program);
    const sha256 = createHash('sha256').update(program).digest('hex');
    const files = { 'weatherglass-1.1.0-x64.tar.gz': { size: program.length, sha256 } };
    writeFileSync(join(folder, MANIFEST), JSON.stringify({ version: '1.1.0', schema: 4, files }));
    writeFileSync(join(folder, `${MANIFEST}.minisig`), owner.sign(readFileSync(join(folder, MANIFEST))));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is green on one that is dated, whole and signed', async () => {
    expect(await failing()).toEqual([]);
    const changelog = '# Changelog\n\n## 1.1.0 — 2026-12-01\n\n- A line.\n';
    expect(changelogFact(changelog, '1.1.0').holds).toBe(true);
    expect(isBetweenReleases(changelog)).toBe(false);
  });

  it('knows a tree between two releases by its changelog, which then gathers changes over the last one', () => {
    const changelog = '# Changelog\n\n## Unreleased\n\n- A line.\n\n## 1.1.0 — 2026-12-01\n';
    expect(isBetweenReleases(changelog)).toBe(true);
    expect(changelogFact(changelog, '1.1.0').holds).toBe(true);
    expect(changelogFact(changelog, '1.2.0').holds).toBe(false);
    expect(changelogFact(changelog.replace('- A line.', ''), '1.1.0').holds).toBe(false);
    expect(changelogFact(changelog.replace('Unreleased', '1.1.0 — soon'), '1.1.0').holds).toBe(false);
    const first = '# Changelog\n\n## Unreleased\n\n- A line.\n\n### The first station\n\n- Another.\n';
    expect(changelogFact(first, '1.0.0')).toMatchObject({ holds: true, detail: '2 changes, before the first release' });
    // Two headings for what is not released would be two truths, and the newer half would be told of as the older.
    expect(changelogFact(`${first}\n## 1.0.0 — unreleased\n\n- More.\n`, '1.0.0').holds).toBe(false);
  });

  it('holds for the changelog of this very checkout, and About tells of its newest part', () => {
    const changelog = readFileSync(join(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8');
    expect(changelogFact(changelog, programVersion())).toMatchObject({ holds: true });
    expect(newsOf(changelog, programVersion())?.title).toBe(/^## (.+)$/m.exec(changelog)![1]);
  });

  it('compares the schema that is written down with the one that the program makes, to the letter', async () => {
    const written = join(import.meta.dirname, '../../station/store/schemas');
    expect((await schemaFact(written, SCHEMA_VERSION)).holds).toBe(true);
    expect((await schemaFact(written, SCHEMA_VERSION - 1)).holds).toBe(false);
    const name = `${String(SCHEMA_VERSION).padStart(3, '0')}.sql`;
    const own = mkdtempSync(join(folder, 'schemas-'));
    writeFileSync(join(own, name), readFileSync(join(written, name), 'utf8').replace('temp_raw', 'temp_rew'));
    expect((await schemaFact(own, SCHEMA_VERSION)).holds).toBe(false);
  });

  it('asks the program’s own upgrade, which takes no file that is not what its name says', async () => {
    const file = join(folder, 'weatherglass-1.1.0-x64.tar.gz');
    expect(await upgradeFact(file, folder, '1.1.0', 4, keys)).toMatchObject({
      holds: false,
      detail: expect.stringContaining('cannot be read as a tarball'),
    });
  });

  it('sees a file that is another, a manifest of another version, and a signature that is not the owner’s', async () => {
    writeFileSync(join(folder, 'weatherglass-1.1.0-x64.tar.gz'), 'progrbm');
    expect(await failing()).toEqual(['weatherglass-1.1.0-x64.tar.gz is what the manifest says']);
    expect((await manifestFacts(folder, '1.1.0', 5, keys))[0]!.holds).toBe(false);
    writeFileSync(join(folder, `${MANIFEST}.minisig`), minisign().sign(readFileSync(join(folder, MANIFEST))));
    expect(await failing()).toContain('the manifest is signed by a key that the program knows');
    expect(await manifestFacts(folder, '1.2.0', 4, keys)).toMatchObject([
      { what: 'there is a manifest', holds: false },
    ]);
  });
});
