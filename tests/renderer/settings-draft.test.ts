import { describe, expect, it } from 'vitest';
import type { Setting, Settings, SettingValue } from '../../src/contract/settings.ts';
import { asKept, fromKept } from '../../src/renderer/dashboard/settings/draft.ts';

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
