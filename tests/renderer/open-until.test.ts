import { expect, it } from 'vitest';
import { openUntilS } from '../../src/renderer/dashboard/forecast/open-until.ts';

const said = (value: number, ts: number) => ({
  labels: [{ id: 1, ts, given_ts: ts, kind: 'window_open', value, note: '', learned: false, undoable: true }],
  total: 1,
});

it('a window counts as open for two hours after the word, and not after "closed"', () => {
  expect(openUntilS(said(1, 1000), 1000)).toBe(8200);
  expect(openUntilS(said(1, 1000), 8199)).toBe(8200);
  expect(openUntilS(said(1, 1000), 8200)).toBeNull();
  expect(openUntilS(said(0, 1000), 1000)).toBeNull();
  expect(openUntilS({ labels: [], total: 0 }, 1000)).toBeNull();
});
