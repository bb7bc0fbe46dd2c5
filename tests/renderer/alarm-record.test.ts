import { expect, it } from 'vitest';
import { withChance } from '../../src/renderer/dashboard/alarms/tally.ts';

it('a night of which nothing was said yet has no bar; one that ended without a word has one', () => {
  const night = (ts: number, said: number, came: boolean | null) => ({ ts, said, came, lead_h: null });
  const over = [night(1, 0, false), night(2, 0.4, true)];
  expect(withChance([...over, night(3, 0, null)])).toEqual(over);
  expect(withChance([...over, night(3, 0.1, null)])).toHaveLength(3);
});
