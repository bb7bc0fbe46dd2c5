import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changelogFact, isBetweenReleases, packageFacts, schemaFact } from '../../../scripts/release-facts.mjs';
import { programVersion } from '../../../src/main/app-root.ts';
import { newsOf } from '../../../src/main/care/news.ts';
import { SCHEMA_VERSION } from '../../../src/station/store/sqlite/migrations/migrate.ts';

const hasDpkg = spawnSync('dpkg-deb', ['--version']).status === 0;
if (!hasDpkg) console.warn('*** The facts about packages were NOT checked: dpkg-deb is not installed');

describe('the check of a release', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'release-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('takes a changelog that begins with this version, dated', () => {
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

  it.skipIf(!hasDpkg)('sees a package that is missing, one of another version, and one without the bus module', () => {
    const pack = (name: string, arch: string, version: string, ...files: string[]) => {
      rmSync(join(folder, name), { recursive: true, force: true });
      for (const place of ['DEBIAN', 'app']) mkdirSync(join(folder, name, place), { recursive: true });
      for (const file of files) writeFileSync(join(folder, name, 'app', file), '');
      const control = `Package: ${name}\nVersion: ${version}\nArchitecture: ${arch}\nMaintainer: a <a@b>\nDescription: x\n`;
      writeFileSync(join(folder, name, 'DEBIAN/control'), control);
      spawnSync('dpkg-deb', ['-b', join(folder, name), join(folder, `${name}_1.1.0_${arch}.deb`)]);
    };
    pack('weatherglass', 'amd64', '1.1.0');
    pack('weatherglass', 'arm64', '1.1.0', 'i2c.node');
    pack('weatherglass-hub', 'arm64', '1.0.0');
    const facts = packageFacts(folder, '1.1.0');
    expect(facts.filter(({ holds }) => holds).map(({ what }) => what)).toEqual([
      'weatherglass_1.1.0_amd64.deb is there and says its version',
      'weatherglass_1.1.0_arm64.deb is there and says its version',
      'weatherglass_1.1.0_arm64.deb has the bus module',
    ]);
    expect(facts.find(({ what }) => what.includes('hub_1.1.0_arm64'))?.detail).toBe('1.0.0');
    expect(facts).toHaveLength(7);
  });
});
