import { describe, expect, it } from 'vitest';
import { decodeRtl433 } from '../../../src/station/inputs/families/rtl433.ts';
import { modelFamily } from '../../../src/station/inputs/families/rtl433-models.ts';
import { type Candidate, mayBe } from '../../../src/station/inputs/same-place.ts';

const HOUR_S = 3600;
const old: Candidate = {
  id: 'old',
  kind: 'rtl433',
  model: 'Prologue sensor',
  channel: '1',
  state: 'adopted',
  silent: true,
  firstS: 0,
  lastS: HOUR_S,
  values: { 'outdoor.temperature_c': 4, 'outdoor.humidity_pct': 80, 'rain.total_mm': 800 },
};
const fresh: Candidate = {
  ...old,
  id: 'new',
  model: 'Prologue-TH',
  state: 'offered',
  silent: false,
  firstS: HOUR_S + 200,
  lastS: HOUR_S + 400,
  values: { 'outdoor.temperature_c': 5, 'outdoor.humidity_pct': 78, 'rain.total_mm': 0 },
};

describe('same place: a sensor with a new battery', () => {
  it('is offered as the old one', () => expect(mayBe(fresh, [old, fresh])).toBe('old'));

  it.each<[string, Partial<Candidate>, Partial<Candidate>]>([
    ['while the old one is still heard', { silent: false }, {}],
    ['when nobody adopted the old one', { state: 'offered' }, {}],
    ['when the old one is retired', { state: 'retired' }, {}],
    ['when it is adopted already', {}, { state: 'adopted' }],
    ['when it was heard before the old one fell silent', {}, { firstS: HOUR_S - 60 }],
    ['of another model', {}, { model: 'Nexus-TH' }],
    ['on another channel', {}, { channel: '2' }],
    ['4 K warmer', {}, { values: { 'outdoor.temperature_c': 8 } }],
    ['20 % drier', {}, { values: { 'outdoor.humidity_pct': 60 } }],
    ['of a family whose identity stays', { kind: 'tempest' }, { kind: 'tempest' }],
  ])('is not %s', (_, before, after) => {
    const [one, other] = [
      { ...old, ...before },
      { ...fresh, ...after },
    ];
    expect(mayBe(other, [one, other])).toBeNull();
  });

  it('is not offered where two new ones would do, or two old ones', () => {
    const rival = { ...fresh, id: 'rival' };
    expect(mayBe(fresh, [old, fresh, rival])).toBeNull();
    expect(mayBe(fresh, [old, fresh, { ...old, id: 'second' }])).toBeNull();
  });
});

describe('rtl_433: one sensor keeps its identity when the program is upgraded', () => {
  it.each([
    ['Fine Offset WH24', 'Fineoffset-WH24'],
    ['Fineoffset-WH65B', 'Fineoffset-WH24'],
    ['Acurite 5n1 sensor', 'Acurite-5n1'],
    ['Oregon Scientific UVR128', 'Oregon-UVR128'],
    ['THGR122N', 'Oregon-THGR122N'],
    ['Ambient Weather F007TH Thermo-Hygrometer', 'Ambientweather-F007TH'],
    ['WT450 sensor', 'WT450-TH'],
  ])('%s is a %s', (before, now) => expect(modelFamily(before)).toBe(modelFamily(now)));

  it('the id of an old Prologue is its kind, rid the device', () => {
    const line = '{"model":"Prologue sensor","id":5,"rid":166,"channel":1,"temperature_C":-0.7}';
    expect(decodeRtl433(line)[0]).toMatchObject({ sender: 'prologueth-166', channel: '1' });
  });
});
