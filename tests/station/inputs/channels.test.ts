import { describe, expect, it } from 'vitest';
import { Channels, type ChannelsState, TAKEN } from '../../../src/station/inputs/channels.ts';
import { decodeConsole } from '../../../src/station/inputs/families/console.ts';
import { decodeDavis } from '../../../src/station/inputs/families/davis.ts';
import { decodeKernel } from '../../../src/station/inputs/families/kernel.ts';
import { decodeRtl433 } from '../../../src/station/inputs/families/rtl433.ts';
import { decodeTempest } from '../../../src/station/inputs/families/tempest.ts';
import type { Observation } from '../../../src/station/inputs/observation.ts';
import { devicesOf } from './support/manifest.ts';
import { hasShared, payloads, requestsOf } from './support/payloads.ts';

const channels = (saved?: ChannelsState, retired: readonly string[] = []) =>
  new Channels((id) => !retired.includes(id), saved);

describe('channels of the history', () => {
  it('keep the number of a gateway while it is free; the second one with that number gets another', () => {
    const one = channels();
    expect(one.quantityFor('a', 'ch3.temperature_c', false)).toBe('channel3C');
    expect(one.quantityFor('b', 'ch3.temperature_c', false)).toBe('channel11C');
    expect(one.quantityFor('b', 'ch3.humidity_pct', false)).toBe('channel11Pct');
    expect(one.quantityFor('a', 'ch3.humidity_pct', false)).toBe('channel3Pct');
    expect(one.columnsOf('b')).toEqual({ 'ch3.temperature_c': 'ch11_temp', 'ch3.humidity_pct': 'ch11_hum' });
  });

  it('are given to air that is not the truth outdoors: the pool, the freezer, the room of a console', () => {
    const one = channels();
    expect(one.quantityFor('garden', 'outdoor.temperature_c', true)).toBeNull();
    expect(one.quantityFor('pool', 'outdoor.temperature_c', false)).toBe('channel11C');
    expect(one.quantityFor('garden', 'indoor.humidity_pct', false)).toBe('channel12Pct');
    expect(one.quantityFor('davis', 'soil3.temperature_c', false)).toBe('probe9C');
    expect(one.quantityFor('davis', 'soil3.moisture_cb', false)).toBe('soilTension3Cb');
    expect(one.headsOf('davis')).toEqual(['soil3']);
  });

  it('go on with a sensor that replaces another, and outlive a restart', () => {
    const one = channels();
    one.quantityFor('old', 'outdoor.temperature_c', false);
    const again = channels(JSON.parse(JSON.stringify(one)));
    again.replace('old', 'new');
    expect(again.quantityFor('new', 'outdoor.temperature_c', false)).toBe('channel11C');
    expect(again.columnsOf('old')).toEqual({});
  });

  it('are bounded: a sensor too many has none, and takes that of one which counts no more', () => {
    const one = channels();
    for (let i = 0; i < 24; i += 1) expect(one.quantityFor(`s${i}`, 'outdoor.temperature_c', false)).not.toBeNull();
    expect(one.quantityFor('late', 'outdoor.temperature_c', false)).toBeNull();
    const later = channels(JSON.parse(JSON.stringify(one)), ['s5']);
    expect(later.quantityFor('late', 'outdoor.temperature_c', false)).toBe('channel16C');
    expect(later.quantityFor('s6', 'outdoor.temperature_c', false)).toBe('channel17C');
  });

  it('of a sensor that a person took out of use are not missed, and are its own again when it is heard', () => {
    const one = channels();
    one.quantityFor('gateway', 'soil2.moisture_pct', false);
    one.retire('gateway', 'soil2', true);
    const again = channels(JSON.parse(JSON.stringify(one)));
    expect(again.headsOf('gateway')).toEqual([]);
    expect(again.partsOf('gateway', { soil2: { name: 'Beans', place: null } })).toEqual({
      soil2: { name: 'Beans', place: null, retired: true },
    });
    expect(again.columnsOf('gateway')).toEqual({ 'soil2.moisture_pct': 'soil2' });
    expect(again.quantityFor('gateway', 'soil2.moisture_pct', false)).toBe('soil2Pct');
    expect(again.headsOf('gateway')).toEqual(['soil2']);
  });
});

/** Values that the history does not keep as they come, each with its reason. */
const LEFT_OUT: readonly [path: RegExp, why: string][] = [
  [/^wind\.(speed|gust|dir|sample)(_ms|_deg|_dir_deg)$/, 'wind is a mean of the samples and their highest gust'],
  [/^wind\..*(10min|day)/, 'a mean of the console over another time'],
  [/^(rain|piezo)\./, 'rain is made of its counter'],
  [/^lightning\./, 'strikes are counted, with the distance of the last'],
  [/^pressure\./, 'pressure of the best barometer goes into the sample'],
  [/^leak\d*\.wet$/, 'a state that is shown, and no quantity of weather'],
  [/wbgt_c$/, 'an index that the console works out'],
];

const heard = (): Observation[] => [
  ...['ecowitt', 'ambient', 'wunderground'].flatMap((family) =>
    payloads(family).flatMap((one) => requestsOf(one).flatMap(({ text, method }) => decodeConsole(text, method, 'h'))),
  ),
  ...payloads('rtl433').flatMap(({ text }) => text.split('\n').flatMap(decodeRtl433)),
  ...payloads('tempest').flatMap(({ text }) => decodeTempest(text)),
  ...payloads('davis').flatMap(({ text }) => decodeDavis(text)),
  ...payloads('iio').flatMap(({ text }) => devicesOf(text).flatMap(decodeKernel)),
];

describe('values of all recorded payloads', () => {
  it.runIf(hasShared)('have a place in the history, or a reason why not', () => {
    const all = heard();
    expect(all.length).toBeGreaterThan(250);
    for (const place of ['truth', 'elsewhere']) {
      const lost = new Set<string>();
      for (const { values, kind, sender, channel } of all) {
        const one = channels(); // each house has a few of these sensors, and no house all
        for (const path of Object.keys(values)) {
          const own = one.quantityFor(`${kind}-${sender}-${channel}`, path, place === 'truth');
          const isKept = own !== null || TAKEN.has(path) || LEFT_OUT.some(([left]) => left.test(path));
          if (!isKept) lost.add(path);
        }
      }
      expect([...lost]).toEqual([]);
    }
  });
});
