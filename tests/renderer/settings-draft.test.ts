import { describe, expect, it } from 'vitest';
import type { Setting, Settings, SettingValue } from '../../src/contract/settings.ts';
import { asKept, fromKept, laidOnto, mergedEntries } from '../../src/renderer/dashboard/settings/draft.ts';

const setting = (key: string, value: SettingValue, more: Partial<Setting> = {}): Setting => ({
  key,
  title: key,
  help: '',
  type: 'text',
  nullable: true,
  default: null,
  value,
  source: 'default',
  locked: false,
  restart: false,
  secret: false,
  guarded: false,
  ...more,
});
const settings = (name: SettingValue, more: Partial<Setting> = {}): Settings => ({
  etag: 'a',
  file: '/etc/mine.yaml',
  writable: true,
  sections: [
    {
      name: 'site',
      title: '',
      settings: [setting('site.name', name, more), setting('access.pin_hash', null, { secret: true })],
    },
  ],
});
const DRAFT = new Map<string, SettingValue>([
  ['site.name', 'Cellar'],
  ['access.pin_hash', '2468'],
]);

describe('a draft of settings', () => {
  it('comes back after a reload, but for its secrets, which no browser keeps', () => {
    const text = asKept(DRAFT, settings('Attic'));
    expect(text).not.toContain('2468');
    expect([...fromKept(text, settings('Attic'))]).toEqual([['site.name', 'Cellar']]);
  });
  it('is nothing to keep when it is empty, or of secrets alone', () => {
    expect(asKept(new Map(), settings('Attic'))).toBe('');
    expect(asKept(new Map([['access.pin_hash', '2468']]), settings('Attic'))).toBe('');
  });
  it('is no change any more where somebody has set the same meanwhile, or something else decides', () => {
    const text = asKept(DRAFT, settings('Attic'));
    expect(fromKept(text, settings('Cellar')).size).toBe(0);
    expect(fromKept(text, settings('Attic', { locked: true })).size).toBe(0);
  });
  it('is not laid into the settings of another station', () => {
    const text = asKept(DRAFT, settings('Attic'));
    expect(fromKept(text, { ...settings('Attic'), file: '/etc/another.yaml' }).size).toBe(0);
  });
  it.each([null, '', 'nonsense', '{', '{"file":"/etc/mine.yaml"}', '{"file":"/etc/mine.yaml","changes":7}'])(
    'that reads %j is none',
    (text) => expect(fromKept(text, settings('Attic')).size).toBe(0),
  );
});

describe('a list of rules that was changed in two places', () => {
  const rule = (id: string, severity = 'warning') => ({ id, severity });
  const before = [rule('frost'), rule('heat'), rule('storm')];

  it('has what was added, changed and removed in either', () => {
    const mine = [rule('frost', 'note'), rule('heat'), rule('mine')];
    const theirs = [rule('frost'), rule('heat', 'critical'), rule('storm'), rule('condensation')];
    expect(mergedEntries(before, mine, theirs)).toEqual([
      rule('frost', 'note'),
      rule('heat', 'critical'),
      rule('condensation'),
      rule('mine'),
    ]);
  });
  it('has the fields of one rule that either has changed', () => {
    const [frost, longer] = [rule('frost'), { ...rule('frost'), for_s: 600 }];
    expect(mergedEntries([frost], [longer], [rule('frost', 'note')])).toEqual([
      { ...rule('frost', 'note'), for_s: 600 },
    ]);
    expect(JSON.stringify(mergedEntries([longer], [frost], [{ ...longer, ...rule('frost', 'note') }]))).toBe(
      JSON.stringify([rule('frost', 'note')]),
    );
    expect(mergedEntries([], [longer], [rule('frost', 'note')])).toEqual([longer]); // both began it
  });
  it('is the reader’s where both changed one field, also of a rule that was removed elsewhere', () => {
    expect(mergedEntries(before, [rule('frost', 'note')], [rule('frost', 'critical')])).toEqual([
      rule('frost', 'note'),
    ]);
    expect(mergedEntries([rule('frost')], [rule('frost', 'note')], [])).toEqual([rule('frost', 'note')]);
  });
  it('is laid onto the settings of the station, and a draft of anything else stays what it is', () => {
    const now = [...before, rule('condensation')];
    const laid = laidOnto(
      new Map<string, SettingValue>([['site.name', [rule('frost', 'note'), rule('heat'), rule('storm')] as never]]),
      settings(before as never),
      settings(now as never),
    );
    expect(laid.get('site.name')).toEqual([rule('frost', 'note'), rule('heat'), rule('storm'), rule('condensation')]);
    expect(laidOnto(DRAFT, settings('Attic'), settings('Loft'))).toEqual(DRAFT);
  });
});
