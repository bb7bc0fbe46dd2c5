import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { peopleFile } from '../../src/hub/access/people.ts';
import { programFile } from '../../src/hub/access/programs.ts';
import { groupReceiverFile } from '../../src/hub/alerts/group-receivers.ts';
import { FileDamaged } from '../../src/hub/files/json-file.ts';
import type { ListFile } from '../../src/hub/files/list-file.ts';
import { erasedFile } from '../../src/hub/keeping/erasure.ts';
import { noticeFile } from '../../src/hub/notices.ts';
import { RegistryFile } from '../../src/hub/registry-file.ts';
import { waveFile } from '../../src/hub/waves/waves.ts';

/** As hub 1.1.0 wrote them. */
const STORED = join(import.meta.dirname, '../fixtures/hub-1.1');
const folder = mkdtempSync(join(tmpdir(), 'weatherglass-stored-'));
const apart = mkdtempSync(join(tmpdir(), 'weatherglass-stored-'));
afterAll(() => {
  for (const one of [folder, apart]) rmSync(one, { recursive: true, force: true });
});
cpSync(STORED, folder, { recursive: true });

const LISTS = {
  people: peopleFile(folder),
  programs: programFile(folder),
  receivers: groupReceiverFile(folder),
  erased: erasedFile(folder),
  notices: noticeFile(folder),
  waves: waveFile(folder),
};
const unchanged = <L extends { all: readonly unknown[] }>(file: ListFile<L>) => file.change((list) => ({ list }));

describe('the files of a released hub', () => {
  it('are read as they were meant', () => {
    expect(LISTS.people.read().all.map(({ name, role, groups }) => [name, role, groups])).toEqual([
      ['Olga', 'operator', []],
      ['Tom', 'teacher', ['West']],
    ]);
    expect(LISTS.programs.read().all).toMatchObject([{ name: 'Prometheus', by: 'Olga', until_ts: 31_537_000 }]);
    expect(LISTS.receivers.read().all).toMatchObject([{ group: 'West', email: 'tom@example.org' }]);
    expect(LISTS.erased.read().all).toEqual([{ login: 'gone', erased_ts: 2000 }]);
    expect(LISTS.notices.read().all).toMatchObject([{ id: 'a1b2', share: 25, only: ['north-school'] }]);
    expect(LISTS.waves.read().all.map(({ id, paused, ended_ts }) => [id, paused, ended_ts])).toEqual([
      ['w1', 'failures', null],
      ['w2', null, 2000],
    ]);
    const registry = new RegistryFile(folder).readToChange();
    expect([registry.stations.map(({ login }) => login), registry.gone]).toEqual([['north-school', 'lake'], ['gone']]);
    expect(registry.detailsOf('north-school')).toMatchObject({ group: 'West', published: ['temperature', 'place'] });
  });

  it('are written as they were, so that the hub before reads them again', async () => {
    const { people, programs, receivers, erased, notices, waves } = LISTS;
    await Promise.all([unchanged(people), unchanged(programs), unchanged(receivers)]);
    await Promise.all([unchanged(erased), unchanged(notices), unchanged(waves)]);
    await new RegistryFile(folder).change((list) => ({ list }));
    expect(readdirSync(folder)).toEqual(readdirSync(STORED));
    for (const name of readdirSync(STORED))
      expect(readFileSync(join(folder, name), 'utf8'), name).toBe(readFileSync(join(STORED, name), 'utf8'));
  });
});

describe('the file of the receivers of groups', () => {
  const file = groupReceiverFile(apart);
  const path = join(apart, 'group-alerts.json');
  const [tom] = LISTS.receivers.read().all;

  it('loses no entry with braces in its texts where it breaks off', () => {
    const curly = { ...tom, group: 'West {1} "\\}' };
    writeFileSync(path, JSON.stringify({ version: 1, receivers: [curly, tom] }, null, 1).slice(0, -4));
    expect(file.read()).toMatchObject({ all: [curly, tom], damage: expect.stringContaining('is not JSON') });
  });

  it('of another version is refused whole, and no change writes over it', async () => {
    const text = JSON.stringify({ version: 2, receivers: [tom] });
    writeFileSync(path, text);
    expect(() => file.read()).toThrow('is not of version 1; go back to the hub that wrote it');
    await expect(unchanged(file)).rejects.toThrow(FileDamaged);
    expect([readdirSync(apart), readFileSync(path, 'utf8')]).toEqual([['group-alerts.json'], text]);
  });

  it('is kept beside where it is damaged, and never through a link', async () => {
    symlinkSync('nowhere', `${path}.damaged`);
    writeFileSync(path, '{');
    await unchanged(file);
    expect(readFileSync(`${path}.damaged-2`, 'utf8')).toBe('{');
    expect(file.hasDamagedCopy).toBe(true);
  });
});
