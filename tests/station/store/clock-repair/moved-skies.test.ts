import { describe, expect, it } from 'vitest';
import { Turnstile } from '../../../../src/station/store/sqlite/turnstile.ts';
import { NOON, sample, Workshop } from '../support.ts';

const workshop = new Workshop();

describe('the skies of moved rows', () => {
  it('are written together and pass by the heavy jobs, and the measurement stays', () => {
    const store = workshop.open();
    const turnstile = new Turnstile();
    store.workBeside(turnstile);
    const times = Array.from({ length: 100 }, (_, i) => NOON + 2 * i);
    for (const tS of times) store.samples.append(sample(tS, 20, { lux: 500, cloud_index: 0.5 }));
    store.flush();
    let passages = 0;
    const first = turnstile.first.bind(turnstile);
    turnstile.first = (work) => {
      passages += 1;
      return first(work);
    };
    store.moves.setCloudIndexes(times.slice(1).map((tS, i) => ({ tS, cloudIndex: i % 2 === 0 ? 0.25 : null })));
    expect(passages).toBe(1);
    const rows = [...store.samples.pages(NOON - 1, NOON + 1000)].flat();
    expect(rows.slice(0, 4).map(({ cloud_index }) => cloud_index)).toEqual([0.5, 0.25, null, 0.25]);
    expect(rows.every(({ lux, temp_raw }) => lux === 500 && temp_raw === 20)).toBe(true);
  });
});
