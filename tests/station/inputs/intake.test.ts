import { describe, expect, it } from 'vitest';
import { Zone } from '../../../src/base/zone.ts';
import { decodeConsole } from '../../../src/station/inputs/families/console.ts';
import { Intake } from '../../../src/station/inputs/intake.ts';
import { PresentValues } from '../../../src/station/inputs/present.ts';
import { Roster } from '../../../src/station/inputs/roster.ts';
import { EMPTY, intake, NOW_S } from './support/heard.ts';

describe('what senders say', () => {
  it('reaches the samples only from adopted ones, each group from one of them', () => {
    const { one, roster, take } = intake(false);
    take({ values: { 'sun.solar_wm2': 100 } });
    expect(one.takeNarrow()).toBeUndefined();
    roster.adopt('ecowitt-a', {});
    take({ values: { 'sun.solar_wm2': 200 } }, 10);
    take({ sender: 'b', values: { 'sun.solar_wm2': 900 } }, 11);
    roster.adopt('ecowitt-b', {});
    take({ sender: 'b', values: { 'sun.solar_wm2': 901, 'sun.uv_index': 3 } }, 20);
    expect(one.takeNarrow()).toEqual({ solarWm2: 200 });
    one.sources.choose('ecowitt-b', ['sun']);
    take({ sender: 'b', values: { 'sun.solar_wm2': 902 } }, 30);
    take({ values: { 'sun.solar_wm2': 210 } }, 31);
    expect(one.takeNarrow()).toEqual({ solarWm2: 902 });
    expect(one.statusOf('ecowitt-a', 31)).toMatchObject({ main_for: [], source_of: ['sun'] });
  });

  it('of a sender in a room or in the pool is no air outdoors', () => {
    const { one, roster, take } = intake(false);
    take({ values: { 'outdoor.temperature_c': 27, 'ch1.temperature_c': 26 } });
    roster.adopt('ecowitt-a', { place: 'elsewhere' });
    take({ values: { 'outdoor.temperature_c': 27.1, 'ch1.temperature_c': 26 } }, 10);
    expect(one.takeNarrow()).toEqual({ channel1C: 26, channel11C: 27.1 });
    expect(one.statusOf('ecowitt-a', 10)).toMatchObject({
      main_for: ['ch1'],
      source_of: ['temperature'],
      recorded: { 'outdoor.temperature_c': 'ch11_temp', 'ch1.temperature_c': 'ch1_temp' },
    });
    expect(one.air(10).temperatureC).toBeNull();
  });

  it('is null after three of its usual intervals, and silence is told once, and its end', () => {
    const { one, take } = intake();
    for (let s = 0; s <= 160; s += 16) take({ values: { 'outdoor.temperature_c': 5 + s / 1000 } }, s);
    expect(one.air(200).temperatureC).toBeCloseTo(5.16, 3);
    expect(one.look(200)).toEqual([]);
    expect(one.air(230).temperatureC).toBeNull();
    expect(one.look(300)).toMatchObject([{ kind: 'silent', why: 'gateway' }]);
    expect(one.look(310)).toEqual([]);
    expect(one.statusOf('ecowitt-a', 310)).toMatchObject({ silent: true, silent_why: 'gateway' });
    take({ values: { 'outdoor.temperature_c': 6 } }, 400);
    expect(one.look(401)).toMatchObject([{ kind: 'back', why: null }]);
    expect(one.statusOf('ecowitt-a', 401)).toMatchObject({ silent: false, silent_why: null });
  });

  it('names the cause of a gap: the receiver, the radio, a battery; and one sensor that its console misses', () => {
    const { one, roster, take } = intake();
    const radio = (sender: string, battery: 'ok' | 'low', s: number) =>
      take({ kind: 'rtl433', sender, values: { 'ch1.temperature_c': 5 }, batteries: { own: battery } }, s);
    for (let s = 0; s <= 1200; s += 20) {
      take({ values: { 'outdoor.temperature_c': 5, ...(s <= 960 && { 'wind.speed_ms': 2 }) } }, s);
      if (s <= 100) radio('near', 'ok', s);
      if (s <= 120) radio('weak', 'low', s);
      if (s <= 900) radio('other', 'ok', s);
      one.takeNarrow();
    }
    const why = () => one.look(1200).map(({ sender, kind, why: cause }) => [sender.sender, kind, cause]);
    expect(why()).toEqual([
      ['a', 'lost', 'radio'],
      ['near', 'silent', 'gateway'],
      ['weak', 'silent', 'battery'],
      ['other', 'silent', 'gateway'],
    ]);
    expect(one.statusOf('ecowitt-a', 1200)).toMatchObject({ silent: false, silent_why: 'radio', lost: ['wind'] });
    // What was known before a restart is known after it, and told no second time.
    const again = new Roster(JSON.parse(JSON.stringify(roster.toJSON())));
    const told = {
      newcomer: () => {},
      clockOff: () => {},
      uncounted: () => {},
      nonsense: () => {},
      gaugesDiffer: () => {},
    };
    const next = new Intake(again, new Zone('UTC'), told, JSON.parse(JSON.stringify(one.toJSON())));
    expect(next.look(10)).toEqual([]);
    expect(next.statusOf('rtl433-weak', 10)).toMatchObject({ silent: true, silent_why: 'battery' });
    expect(next.statusOf('ecowitt-a', 10)).toMatchObject({ silent: false, silent_why: 'radio' });
    next.take({ ...EMPTY, kind: 'rtl433', sender: 'weak', values: { 'ch1.temperature_c': 5 } }, NOW_S, 20);
    expect(next.look(30)).toMatchObject([{ kind: 'back' }]);
  });

  it('of a gateway is its own from the first: no sensor of it is missing on the way to its silence', () => {
    const { one, take } = intake();
    for (let s = 0; s <= 1200; s += 60) {
      take({ values: { 'outdoor.temperature_c': 5, 'wind.speed_ms': 2 } }, s);
      one.takeNarrow();
    }
    const told = Array.from({ length: 40 }, (_, i) => one.look(1200 + 10 * i)).flat();
    expect(told).toMatchObject([{ kind: 'silent', why: 'gateway' }]);
  });

  it('of a radio sensor while others are heard: its own radio is lost', () => {
    const { one, take } = intake();
    for (let s = 0; s <= 600; s += 20) {
      take({ kind: 'rtl433', sender: 'other', values: { 'ch2.temperature_c': 5 } }, s);
      if (s <= 200) take({ kind: 'rtl433', sender: 'near', values: { 'ch1.temperature_c': 5 } }, s);
    }
    expect(one.look(600)).toMatchObject([{ kind: 'silent', why: 'radio' }]);
  });

  it('is a pressure that does not say which it is, only once a person has told', () => {
    const { roster } = intake();
    const told = {
      newcomer: () => {},
      clockOff: () => {},
      uncounted: () => {},
      nonsense: () => {},
      gaugesDiffer: () => {},
    };
    const one = new Intake(roster, new Zone('UTC'), told, undefined, 400);
    const takes = (s: number) =>
      one.take({ ...EMPTY, kind: 'wunderground', values: { 'pressure.unknown_kind_hpa': 1013 } }, NOW_S + s, s);
    takes(0);
    roster.adopt('wunderground-a', {});
    takes(60);
    expect(one.air(60).stationHpa).toBeNull();
    roster.adopt('wunderground-a', { pressure_kind: 'station' });
    takes(120);
    expect(one.air(120).stationHpa).toBe(1013);
    roster.adopt('wunderground-a', { pressure_kind: 'sea_level' });
    for (const s of [240, 300]) takes(s); // so great a step is believed the second time
    expect(one.air(300).stationHpa).toBeCloseTo(965.8, 0);
  });

  it('is dropped when it is late, and a clock that is wrong is told once', () => {
    const { one, told, take } = intake();
    const at = (sentS: number, c: number, s: number) =>
      take({ sentS: NOW_S + sentS, values: { 'outdoor.temperature_c': c } }, s);
    at(0, 5, 0);
    at(60, 6, 60);
    at(30, 5.5, 61);
    expect(one.air(62).temperatureC).toBe(6);
    at(-3600, 7, 120); // set back: it goes on from there
    at(-3540, 7.1, 180);
    expect(one.air(180).temperatureC).toBe(7.1);
    expect(told).toEqual(['clock -3720']);
  });

  it('jumps once are doubted, jumps that stay are believed', () => {
    const { one, take } = intake();
    for (const [i, c] of [5, 5.1, 40, 5.2, 25, 25.1].entries()) {
      take({ values: { 'outdoor.temperature_c': c } }, 16 * i);
      expect(one.air(16 * i).temperatureC).toBe([5, 5.1, 5.1, 5.2, 5.2, 25.1][i]);
    }
  });

  it('that cannot be true are refused and told once: −40 °F of a dead probe, 9999; a frost of −40 has cold beside it', () => {
    const { one, roster, told } = intake();
    const hear = (body: string, s: number) => {
      one.take(decodeConsole(`PASSKEY=x&stationtype=G&${body}`, 'POST', '')[0]!, NOW_S + s, s);
      return one.takeNarrow()?.outdoorTemperatureC ?? null;
    };
    for (let s = -48; s <= 0; s += 16) expect(hear('tempf=50&humidity=60', s)).toBeCloseTo(10, 6);
    for (let s = 16; s < 400; s += 16) expect(hear('tempf=-40.0&humidity=9999&uv=-9999', s)).toBeNull();
    expect(one.air(390)).toMatchObject({ temperatureC: null });
    expect(told).toEqual(['nonsense outdoor.humidity_pct', 'nonsense outdoor.temperature_c']);
    expect(Object.keys(roster.all[0]!.refused!)).toHaveLength(2);
    for (let s = 400; s <= 100_000; s += 400) hear('tempf=50&humidity=60', s);
    expect(roster.all[0]!.refused).toBeUndefined();
    for (const [i, f] of [-30, -36, -40, -41].entries())
      expect(hear(`tempf=${f}&humidity=60`, 100_400 + i * 60)).not.toBeNull();
    expect(told).toHaveLength(2);
  });

  it('has the mean of its winds by their vectors, and the highest gust', () => {
    const { one, take } = intake();
    take({ values: { 'wind.speed_ms': 2, 'wind.dir_deg': 350, 'wind.gust_ms': 3 } });
    take({ values: { 'wind.speed_ms': 2, 'wind.dir_deg': 10, 'wind.gust_ms': 5 } }, 3);
    expect(one.takeNarrow()).toEqual({ windSpeedMs: 2, windGustMs: 5, windDirectionDeg: 0 });
  });

  it('is no gust below the wind: not of its console, whose last one would stand beside it, nor of a gust that comes alone', () => {
    const { one, roster } = intake();
    const hear = (text: string, s: number) =>
      one.take(decodeConsole(`PASSKEY=A&stationtype=G&${text}`, 'POST', '')[0]!, NOW_S + s, s);
    hear('windspeedmph=4&windgustmph=9', 0);
    roster.adopt(roster.all[0]!.id, {});
    hear('windspeedmph=14&windgustmph=13', 600); // a mean of ten minutes, a gust of fewer
    const { values } = one.statusOf(roster.all[0]!.id, 600);
    expect(values).toMatchObject({ 'wind.speed_ms': 6.25856, 'wind.gust_ms': 6.25856 });
    const present = new PresentValues(new Zone('UTC'));
    present.take({ windSpeedMs: 6, windGustMs: 6 }, NOW_S, 0);
    present.take({ windGustMs: 5 }, NOW_S + 3, 3);
    expect(present.at(NOW_S + 3, 3)).toMatchObject({ wind_speed: 6, wind_gust: 6 });
    expect(present.get('windGustMs', 3)).toBe(6);
  });

  it('names itself in letters: nothing that a terminal or a page would obey, and no book', () => {
    const { roster, take } = intake(false);
    take({ model: '\u202eGW\u0007\u001b[2J\n2000', values: { 'sun.uv_index': 1 } });
    expect(roster.all[0]!.model).toBe('GW[2J2000');
    take({ unknown: ['\u202eev\u001b[2Jil'], values: { 'sun.uv_index': 3 } });
    expect(Object.keys(roster.all[0]!.unknown)).toEqual(['ev[2Jil']);
    take({ model: 'x'.repeat(300), values: { 'sun.uv_index': 2 } });
    expect(roster.all[0]!.model).toHaveLength(60);
  });

  it('takes the place of another one once: asked again, it keeps its own name', () => {
    const { roster, take } = intake(false);
    take({ sender: 'a', values: { 'sun.uv_index': 1 } });
    take({ sender: 'b', values: { 'sun.uv_index': 1 } });
    const [a, b] = roster.all.map(({ id }) => id) as [string, string];
    roster.adopt(a, { name: 'Roof' });
    expect(roster.adopt(b, { name: 'New', replaces: a })!.name).toBe('New');
    expect(roster.adopt(b, { replaces: a })!.name).toBe('New');
  });

  it('is bounded: a flood of forged senders pushes out those that nobody decided on', () => {
    const { one, roster } = intake(false);
    const hear = (key: string) =>
      one.take(decodeConsole(`PASSKEY=${key}&stationtype=G&tempf=50`, 'POST', '')[0]!, NOW_S, 0);
    hear('ours');
    const [ours] = roster.all;
    roster.adopt(ours!.id, {});
    for (let i = 0; i < 2000; i += 1) hear(`forged ${i}`);
    expect(roster.all.length).toBeLessThanOrEqual(300);
    expect(roster.get(ours!.id)?.state).toBe('adopted');
  });

  it('outlives a restart: saved and loaded goes on counting', () => {
    const { one, roster, take } = intake();
    take({ counters: { 'rain.year_mm': 500 } });
    take({ counters: { 'rain.year_mm': 500.2 } }, 60);
    const saved = JSON.parse(JSON.stringify({ roster, one })) as { roster: never; one: never };
    const again = new Roster(saved.roster);
    const told = {
      newcomer: () => {},
      clockOff: () => {},
      uncounted: () => {},
      nonsense: () => {},
      gaugesDiffer: () => {},
    };
    const next = new Intake(again, new Zone('UTC'), told, saved.one);
    next.take({ ...EMPTY, counters: { 'rain.year_mm': 500.8 } }, NOW_S + 120, 5);
    expect(next.takeNarrow()?.rainMm).toBe(0.8); // 0.2 waited for a sample, 0.6 fell since
  });
});
