import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Memory } from '../../../src/station/learned/memory.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { openStore } from '../../support/open-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'weatherglass-memory-'));
const clock = new FakeClock();
const store = openStore({ folder, clock, rawRetentionDays: 7, fiveMinRetentionDays: 90, timeZone: 'UTC' });
afterAll(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const told: string[] = [];
const memory = new Memory(store.learned, (_kind, _severity, { detail }) => told.push(detail));
const revive = (version = 1) =>
  memory.revive('k', version, (saved: { k: unknown } | null) => {
    if (saved === null) return 'prior';
    if (typeof saved.k !== 'number') throw new Error(`saved k is ${saved.k}`);
    return `learned ${saved.k}`;
  });

describe('what the station has learned', () => {
  it('starts from the prior without a word when nothing was ever saved', () => {
    expect(revive()).toBe('prior');
    expect(told).toEqual([]);
  });
  it('comes back as it was saved', () => {
    memory.save([{ name: 'k', version: 1, state: { k: 0.6 } }], clock.nowS());
    expect(revive()).toBe('learned 0.6');
  });
  it('of another version starts from its prior, and says so', () => {
    expect(revive(2)).toBe('prior');
    expect(told.pop()).toContain('saved by version 1');
  });
  it('that makes no sense starts from its prior, and says why', () => {
    memory.save([{ name: 'k', version: 1, state: { k: 'much' } }], clock.nowS());
    expect(revive()).toBe('prior');
    expect(told.pop()).toBe('k starts from its defaults: saved k is much');
  });
});
