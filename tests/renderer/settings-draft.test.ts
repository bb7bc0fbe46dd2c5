import { describe, expect, it } from 'vitest';
import type { Setting, Settings, SettingValue } from '../../src/contract/settings.ts';
import {
  allOf,
  asKept,
  fromKept,
  laidOnto,
  merged,
  rebased,
  undoes,
} from '../../src/renderer/dashboard/settings/draft.ts';

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
    const kept = fromKept(text, settings('Attic'));
    expect([...kept!.draft]).toEqual([['site.name', 'Cellar']]);
    expect(kept!.base).toEqual(settings('Attic'));
  });
  it('is nothing to keep when it is empty, or of secrets alone', () => {
    expect(asKept(new Map(), settings('Attic'))).toBe('');
    expect(asKept(new Map([['access.pin_hash', '2468']]), settings('Attic'))).toBe('');
  });
  it('is no change any more where somebody has set the same meanwhile, or something else decides', () => {
    const text = asKept(DRAFT, settings('Attic'));
    expect(fromKept(text, settings('Cellar'))).toBeNull();
    expect(fromKept(text, settings('Attic', { locked: true }))).toBeNull();
  });
  it('has its own base after a reload, whose ETag no longer holds if somebody has changed the same setting', () => {
    const rule = (id: string) => ({ id, enabled: true });
    const before = settings([rule('frost_now')] as never);
    const now = { ...settings([rule('frost_now'), rule('storm'), rule('disk')] as never), etag: 'b' };
    const text = asKept(new Map([['site.name', [{ id: 'frost_now', enabled: false }] as never]]), before);
    const { draft, base } = fromKept(text, now)!;
    expect(base).toEqual({ ...before, etag: '' });
    expect(laidOnto(draft, base, now).get('site.name')).toEqual([
      { id: 'frost_now', enabled: false },
      rule('storm'),
      rule('disk'),
    ]);
  });
  it('holds on to its base while other settings are saved, and takes the new values of those', () => {
    const both = (name: string, language: string, etag: string): Settings => {
      const [section] = settings(name).sections;
      return {
        ...settings(name),
        etag,
        sections: [{ ...section!, settings: [setting('site.name', name), setting('site.language', language)] }],
      };
    };
    const draft = new Map([['site.name', 'Cellar']]);
    const was = allOf(both('Attic', 'en', 'a'));
    expect(rebased(draft, was, both('Attic', 'de', 'b'))).toEqual(both('Attic', 'de', 'b'));
    expect(rebased(draft, was, both('Loft', 'de', 'b'))).toEqual(both('Attic', 'de', ''));
  });
  it('is not laid into the settings of another station', () => {
    const text = asKept(DRAFT, settings('Attic'));
    expect(fromKept(text, { ...settings('Attic'), file: '/etc/another.yaml' })).toBeNull();
  });
  it.each([null, '', 'nonsense', '{', '{"file":"/etc/mine.yaml"}', '{"file":"/etc/mine.yaml","mine":7,"was":[]}'])(
    'that reads %j is none',
    (text) => expect(fromKept(text, settings('Attic'))).toBeNull(),
  );
  it('that was kept without its base is none', () => {
    const text = JSON.stringify({ file: '/etc/mine.yaml', mine: [['site.name', 'Cellar']] });
    expect(fromKept(text, settings('Attic'))).toBeNull();
  });
});

describe('a list of rules that was changed in two places', () => {
  const rule = (id: string, severity = 'warning') => ({ id, severity });
  const before = [rule('frost'), rule('heat'), rule('storm')];

  it('has what was added, changed and removed in either', () => {
    const mine = [rule('frost', 'note'), rule('heat'), rule('mine')];
    const theirs = [rule('frost'), rule('heat', 'critical'), rule('storm'), rule('condensation')];
    expect(merged([before, mine, theirs])).toEqual([
      rule('frost', 'note'),
      rule('heat', 'critical'),
      rule('condensation'),
      rule('mine'),
    ]);
  });
  it('has the fields of one rule that either has changed', () => {
    const [frost, longer] = [rule('frost'), { ...rule('frost'), for_s: 600 }];
    expect(merged([[frost], [longer], [rule('frost', 'note')]])).toEqual([{ ...rule('frost', 'note'), for_s: 600 }]);
    expect(JSON.stringify(merged([[longer], [frost], [{ ...longer, ...rule('frost', 'note') }]]))).toBe(
      JSON.stringify([rule('frost', 'note')]),
    );
    expect(merged([[], [longer], [rule('frost', 'note')]])).toEqual([longer]); // both began it
  });
  it('is the reader’s where both changed one field, also of a rule that was removed elsewhere', () => {
    expect(merged([before, [rule('frost', 'note')], [rule('frost', 'critical')]])).toEqual([rule('frost', 'note')]);
    expect(merged([[rule('frost')], [rule('frost', 'note')], []])).toEqual([rule('frost', 'note')]);
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

  it('would lose a change of another where both changed one thing otherwise, and nowhere else', () => {
    const [frost, heat, storm] = before as [object, object, object];
    const lost = (mine: unknown, now: unknown): boolean =>
      undoes(new Map([['site.name', mine as never]]), settings(before as never), settings(now as never));
    const note = rule('frost', 'note');
    // Another rule, another field of one, one that is new in each, the same in both.
    expect(lost([note, heat, storm], [frost, rule('heat', 'critical'), storm])).toBe(false);
    expect(lost([note, heat, storm], [{ ...frost, for_s: 600 }, heat, storm])).toBe(false);
    expect(lost([...before, rule('mine')], [...before, rule('theirs')])).toBe(false);
    expect(lost([note, heat, storm], [note, heat])).toBe(false);
    expect(lost([heat, storm], [frost, heat])).toBe(false);
    // One field of one rule, and a rule that one changed and the other removed.
    expect(lost([note, heat, storm], [rule('frost', 'critical'), heat, storm])).toBe(true);
    expect(lost([heat, storm], [note, heat, storm])).toBe(true);
    expect(lost([note, heat, storm], [heat, storm])).toBe(true);
  });
  it('of anything else is lost where both changed it; of a secret that it changed is told to nobody', () => {
    const name = new Map([['site.name', 'Cellar']]);
    expect(undoes(name, settings('Attic'), settings('Attic'))).toBe(false);
    expect(undoes(name, settings('Attic'), settings('Cellar'))).toBe(false);
    expect(undoes(name, settings('Attic'), settings('Loft'))).toBe(true);
    expect(undoes(DRAFT, settings('Attic'), settings('Attic'))).toBe(true);
    expect(undoes(name, settings('•••'), settings('•••'))).toBe(true); // a login's name: another one reads the same
  });
});
