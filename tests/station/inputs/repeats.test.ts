import { describe, expect, it } from 'vitest';
import { decodeRtl433 } from '../../../src/station/inputs/families/rtl433.ts';
import { Repeats } from '../../../src/station/inputs/repeats.ts';

const heard = (fields: object) => decodeRtl433(JSON.stringify({ model: 'X', id: 1, temperature_C: 4, ...fields }))[0]!;

describe('repeats of a radio message', () => {
  it('are the same content of one sender within two seconds, whatever its sequence number', () => {
    const repeats = new Repeats();
    expect(repeats.isRepeat(heard({ sequence_num: 0, rssi: -3 }), 0)).toBe(false);
    expect(repeats.isRepeat(heard({ sequence_num: 1, rssi: -4 }), 900)).toBe(true);
    expect(repeats.isRepeat(heard({ id: 2 }), 900)).toBe(false);
    expect(repeats.isRepeat(heard({ temperature_C: 4.1 }), 950)).toBe(false);
  });

  it('the same values of another minute are no repeat: their rain counts', () => {
    const repeats = new Repeats();
    const minute = (sentS: number) =>
      ({ ...heard({}), kind: 'tempest', sentS, amounts: { 'rain.interval_mm': 0.2 } }) as const;
    expect([60, 60, 120].map((sentS) => repeats.isRepeat(minute(sentS), 0))).toEqual([false, true, false]);
  });

  it('the same message from another address is a repeat: its hub has two ways to us', () => {
    const repeats = new Repeats();
    const by = (from: string) => ({ ...heard({}), from });
    expect(['192.0.2.7', '192.0.2.8'].map((from) => repeats.isRepeat(by(from), 0))).toEqual([false, true]);
  });

  it('a sensor that says the same each second is heard every other second', () => {
    const repeats = new Repeats();
    const times = [0, 1000, 2000, 3000, 4000, 5000].map((ms) => repeats.isRepeat(heard({}), ms));
    expect(times).toEqual([false, true, false, true, false, true]);
  });

  it('a million senders leave no more than a thousand behind', () => {
    const repeats = new Repeats();
    for (let id = 0; id < 5000; id += 1) repeats.isRepeat(heard({ id }), 0);
    expect(repeats.isRepeat(heard({ id: 4999 }), 1)).toBe(true);
    expect(repeats.isRepeat(heard({ id: 0 }), 1)).toBe(false);
  });
});
