import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hubCommands } from '../../../support/hub-commands.ts';

const { fresh, hub } = hubCommands();

describe('weatherglass hub keep, token and wave', () => {
  it('keep: sets how long a station’s or a group’s readings are kept, once it was meant', async () => {
    const data = fresh();
    for (const name of ['North', 'South']) await hub('add', name, '--data', data);
    const engine = ['--engine', 'http://127.0.0.1:9'];
    const asked = await hub('keep', 'north', '--days', '30', ...engine, '--data', data);
    expect([asked.code, asked.err]).toEqual([1, expect.stringContaining('deletes all values of north from before')]);
    expect((await hub('keep', '--data', data)).out).toBe('north  kept for ever\nsouth  kept for ever\n');
    const done = await hub('keep', 'north', '--days', '30', '--yes', '--data', data);
    expect(done).toEqual({ code: 0, out: 'north  kept for 30 days\n', err: '' });
    expect((await hub('keep', '--data', data)).out).toBe('north  kept for 30 days\nsouth  kept for ever\n');
    expect((await hub('keep', 'north', '--for-ever', '--data', data)).out).toBe('north  kept for ever\n');
    const { out } = await hub('audit', '--data', data, '--of', 'north');
    expect(out).toContain('retention-set  north  before=null  after=30');
  });

  it('token: is shown once, stored as a hash, and revoked', async () => {
    const data = fresh();
    await hub('add', 'North', '--data', data);
    const { code, out } = await hub('token', 'add', 'prometheus', '--days', '90', '--data', data);
    expect(code).toBe(0);
    const [, token] = /^name: prometheus\ntoken: (wgf_[\w-]{43})\n$/.exec(out)!;
    const stored = ['programs.json', 'audit.jsonl'].map((name) => readFileSync(join(data, name), 'utf8')).join('');
    expect(stored).not.toContain(token);
    expect((await hub('tokens', '--data', data)).out).toMatch(/^prometheus {2}viewer {2}- {2}until \d{4}-\d\d-\d\d\n$/);
    expect((await hub('token', 'revoke', 'prometheus', '--data', data)).out).toBe('revoked: prometheus\n');
    expect((await hub('tokens', '--data', data)).out).toBe('');
  });

  it('wave: names the one whose place it takes', async () => {
    const data = fresh();
    await hub('add', 'North', '--data', data);
    const first = await hub('wave', '1.5.0', '--data', data);
    expect([first.code, first.err]).toEqual([0, '']);
    const [, id] = /^wave: (\S+)\n/.exec(first.out)!;
    const next = await hub('wave', '1.6.0', '--data', data);
    expect(next.err).toBe(`weatherglass: the wave ${id} to 1.5.0 is taken back: this one takes its place.\n`);
    const more = await hub('wave', '1.6.0', '--share', '50', '--data', data);
    expect([more.code, more.err]).toEqual([0, '']);
  });

  it.each([
    [['keep', '--days', '30'], 64, 'needs a LOGIN or --group NAME'],
    [['keep', 'north', '--group', 'West', '--days', '30', '--yes'], 64, 'takes a LOGIN or --group NAME, not both'],
    [['keep', 'north', '--days', '0', '--yes'], 64, 'expected a whole number from 1 to'],
    [['keep', 'north', '--days', '1.5', '--yes'], 64, '--days is "1.5", expected a whole number from 1 to'],
    [['keep', 'north', '--yes'], 64, '--yes needs --days N or --for-ever'],
    [['keep', 'north', '--days', '30', '--yes', '--engine', 'foo'], 64, '--engine is "foo", expected'],
    [['keep', '--group', 'West', '--for-ever'], 1, 'no station is in the group'],
    [['wave', '1.5.0', '--group', 'West'], 1, 'no station is in the group'],
    [['wave', '--pause', 'w1', '--resume', 'w2'], 64, 'each stand alone'],
    [['wave', '--pause', 'w1', '--group', 'West'], 64, 'each stand alone'],
    [['export', '--from', '2026-01-01', '--to', '2026-01-02', '--group', 'West'], 1, 'no station is in the group'],
    [['keep', 'nobody', '--for-ever'], 1, 'nobody'],
    [['token'], 64, 'needs one of add, revoke'],
    [['token', 'add', 'x', '--days', '9999'], 1, 'valid for 1 to'],
    [['token', 'add', 'x', '--role', 'king'], 64, 'expected operator, teacher or viewer'],
    [['token', 'revoke', 'x'], 1, 'there is no token called x'],
  ])('%j is refused in one sentence', async (args, code, words) => {
    const data = fresh();
    await hub('add', 'North', '--data', data);
    const answer = await hub(...args, '--data', data);
    expect([answer.code, answer.out]).toEqual([code, '']);
    expect(answer.err).toContain(words);
  });
});
