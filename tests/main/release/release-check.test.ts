import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changelogFact, isBetweenReleases, manifestFacts } from '../../../scripts/release-facts.mjs';
import { parsePublicKey } from '../../../src/main/release/signature.ts';
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

  it('knows a tree between two releases by its changelog', () => {
    const changelog = '# Changelog\n\n## Unreleased\n\n- A line.\n\n## 1.1.0 — 2026-12-01\n';
    expect(changelogFact(changelog, '1.1.0').holds).toBe(false);
    expect(isBetweenReleases(changelog)).toBe(true);
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
