import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FileDamaged } from '../../src/hub/files/json-file.ts';
import { ReloadedFile } from '../../src/hub/files/reloaded-file.ts';
import { Notices, noticeFile } from '../../src/hub/notices.ts';
import { silentLog } from '../support/hub-here.ts';

const folder = mkdtempSync(join(tmpdir(), 'weatherglass-notices-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const LOGINS = Array.from({ length: 1000 }, (_, i) => `school-${i}`);

function staged(notices: Notices, text: string, share = 100, only: string[] = [], id?: string): Notices {
  const result = notices.staged({ text, share, only }, 1000, id);
  if (typeof result === 'string') throw new Error(result);
  return result.list;
}
const whoHas = (notices: Notices): string[] => LOGINS.filter((login) => notices.of(login).length > 0);

describe('a notice to a share of the stations', () => {
  it('reaches about so many, and who has it keeps it when the share is raised', () => {
    let notices = staged(new Notices(), 'New version tonight', 10, [], 'abc');
    let before = whoHas(notices);
    expect(before.length).toBeGreaterThan(60);
    expect(before.length).toBeLessThan(140);
    for (const share of [25, 50, 100]) {
      notices = staged(notices, ' New version tonight ', share);
      expect(notices.all).toHaveLength(1);
      const now = whoHas(notices);
      expect(before.filter((login) => !now.includes(login))).toEqual([]);
      expect(now.length).toBeGreaterThan(before.length);
      before = now;
    }
    expect(before).toHaveLength(1000);
    expect(notices.of('school-1')).toEqual([{ id: 'abc', text: 'New version tonight', since_ts: 1000 }]);
  });

  it('asks others first with each notice, and nobody with a share of 0', () => {
    const one = whoHas(staged(new Notices(), 'One', 10, [], 'abc'));
    const two = whoHas(staged(new Notices(), 'Two', 10, [], 'abd'));
    expect(one.filter((login) => two.includes(login)).length).toBeLessThan(40);
    expect(whoHas(staged(new Notices(), 'Zero', 0))).toEqual([]);
  });

  it('is for those alone who are named, and for nobody once it is withdrawn', () => {
    const notices = staged(new Notices(), 'Your battery', 100, ['school-7'], 'abc');
    expect(whoHas(notices)).toEqual(['school-7']);
    const rest = notices.withdrawn('abc');
    if (typeof rest === 'string') throw new Error(rest);
    expect(whoHas(rest)).toEqual([]);
    expect(rest.withdrawn('abc')).toMatch(/there is no notice "abc"/);
  });

  it.each([
    ['nothing', '  '],
    ['more than 200 letters', 'x'.repeat(201)],
    ['a line break', 'a\nb'],
    ['an escape', '\u001b[31mred'],
    ['letters turned round', 'a\u202eb'],
    ['half a letter', 'a\ud800'],
  ])('cannot be %s', (_, text) => {
    expect(new Notices().staged({ text, share: 100, only: [] }, 0)).toMatch(/one line of 1 to 200/);
  });

  it('may have 200 letters of any script, and five stand at once', () => {
    let notices = staged(new Notices(), '😀'.repeat(200));
    for (const text of ['٢', 'Ł', 'd', 'e']) notices = staged(notices, text);
    expect(notices.staged({ text: 'f', share: 100, only: [] }, 0)).toMatch(/5 notices are shown already/);
    expect(staged(notices, 'e', 50).all).toHaveLength(5);
  });
});

describe('the file of notices', () => {
  it('is heard by a running hub, one change at a time; a damaged one takes nothing away', async () => {
    const file = noticeFile(folder);
    const board = new ReloadedFile(file, silentLog, new Notices());
    board.reload();
    expect(board.now.of('a-b')).toEqual([]);
    const add = (text: string) => file.change((notices) => ({ list: staged(notices, text) }));
    await Promise.all(['one', 'two', 'three'].map(add));
    board.reload();
    expect(
      board.now
        .of('a-b')
        .map(({ text }) => text)
        .sort(),
    ).toEqual(['one', 'three', 'two']);
    expect(statSync(join(folder, 'notices.json')).mode & 0o777).toBe(0o600);
    for (const text of ['{', '{"version":2}', '{"version":1,"notices":[{"id":"a","text":"a\\nb"}]}']) {
      writeFileSync(join(folder, 'notices.json'), text);
      expect(() => file.read()).toThrow(FileDamaged);
      board.reload();
      expect(board.now.of('a-b')).toHaveLength(3);
      await expect(add('more')).rejects.toThrow(FileDamaged);
    }
  });
});
