import { expect, it } from 'vitest';
import { NOON, Workshop } from '../support.ts';

const workshop = new Workshop();

it('a label that was taken back leaves its number to nobody', () => {
  const { labels } = workshop.open();
  const add = (value: number) => labels.add({ ts: NOON, givenTs: NOON, kind: 'rain', value, note: '', learned: false });
  const [first, wet] = [add(1), add(1)];
  expect(labels.remove(wet)).toBe(true);
  const dry = add(0);
  expect(new Set([first, wet, dry]).size).toBe(3);
  // Whoever still holds the old number takes nothing of anybody else's back.
  expect(labels.remove(wet)).toBe(false);
  expect(labels.get(dry)).toMatchObject({ value: 0 });
});
