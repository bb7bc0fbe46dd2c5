import { describe, expect, it } from 'vitest';
import STORM from '../../fixtures/storm-svartberget-2019-09.json' with { type: 'json' };
import { loud, Room, START_S } from './room.ts';

/** Of 267 m, by the barometric formula at 10 °C. */
const TO_SEA_LEVEL = 1.033;

describe('alarms of a station', () => {
  it('frost: fires, is told with its words, is in the log, and resolves', async () => {
    const room = new Room([{ id: 'frost_now', ...loud }]);
    await room.pass(60, { temperatureC: 4 });
    expect(room.alarms.get('frost_now')).toMatchObject({ state: 'ok', value: 4, threshold: 1, unit: '°C' });
    await room.pass(620, { temperatureC: -0.5 });
    expect(room.changes).toEqual(['frost_now fired']);
    expect(room.told[0]!.alarm).toMatchObject({ state: 'firing', text: 'Frost now: −0.5 °C, warns below 1 °C' });
    expect(room.alarms.shown).toBe('warning');
    await room.pass(1900, { temperatureC: 5 });
    expect(room.changes).toEqual(['frost_now fired', 'frost_now resolved']);
    expect(room.events).toEqual([
      'alarm warn: Alarm. Frost now: −0.5 °C, warns below 1 °C',
      'alarm info: Alarm over: Frost now',
    ]);
    expect(room.alarms.shown).toBeNull();
  });

  it('of what is worked out for each answer: how cold it feels, and the rain of today', async () => {
    const room = new Room([
      { id: 'chill', quantity: 'feelsLikeC', when: 'below', on: -10, off: -8, ...loud },
      { id: 'soaked', quantity: 'rainTodayMm', when: 'above', on: 20, off: 10, ...loud },
    ]);
    await room.pass(60, { temperatureC: -2, feelsLikeC: null });
    expect(room.alarms.get('chill')).toMatchObject({ state: 'unknown', value: null });
    await room.pass(60, { temperatureC: -2, feelsLikeC: -5, rainTodayMm: 12 });
    expect(room.alarms.get('chill')).toMatchObject({ state: 'ok', value: -5 });
    expect(room.alarms.get('soaked')).toMatchObject({ state: 'ok', value: 12 });
    await room.pass(620, { temperatureC: -4, feelsLikeC: -11, rainTodayMm: 21 });
    expect(room.changes).toEqual(['chill fired', 'soaked fired']);
    await room.pass(1900, { temperatureC: -2, feelsLikeC: -5, rainTodayMm: 0.2 });
    expect(room.changes.slice(2)).toEqual(['chill resolved', 'soaked resolved']);
  });

  it('tells values in plain decimals, on the webhook too, which writes them as text', async () => {
    const room = new Room([
      { id: 'cooler', quantity: 'temperatureC', when: 'falls', on: 1, off: 0.5, over_s: 600, ...loud },
      { id: 'nought', quantity: 'temperatureC', when: 'below', on: -5, off: -4, ...loud },
    ]);
    await room.pass(600, { temperatureC: 0.3 });
    await room.pass(60, { temperatureC: 3e-8 });
    expect(room.alarms.list().flatMap(({ enabled, value }) => (enabled ? [String(value)] : []))).toEqual(['0.3', '0']);
    await room.pass(60, { temperatureC: 0.3 - 0.1 });
    expect(String(room.alarms.get('cooler')!.value)).toBe('0.1');
  });

  it('one waits on the screen until somebody has seen it or puts it off', async () => {
    const room = new Room([{ id: 'frost_now', ...loud }]);
    await room.pass(700, { temperatureC: -0.5 });
    expect(room.alarms.waiting).toBe(1);
    room.alarms.snooze('frost_now', 60);
    expect(room.alarms.waiting).toBe(0);
    await room.pass(120, { temperatureC: -0.5 });
    expect(room.alarms.waiting).toBe(1);
    room.alarms.acknowledge('frost_now');
    expect(room.alarms.waiting).toBe(0);
  });

  it('says it in the units of whoever reads', async () => {
    const room = new Room([{ id: 'frost_now', ...loud }]);
    await room.pass(10, { temperatureC: 5 });
    const textOf = (units?: 'imperial') => room.alarms.list(undefined, units)[0]!.text;
    expect(textOf()).toBe('Frost now: 5 °C, warns below 1 °C');
    expect(textOf('imperial')).toBe('Frost now: 41 °F, warns below 33.8 °F');
  });

  it('a rule that is off is listed, and watches nothing', async () => {
    const room = new Room([]);
    await room.pass(700, { temperatureC: -5 });
    expect(room.alarms.list().map(({ state }) => state)).toEqual(Array.from({ length: 11 }, () => 'off'));
    expect(room.told).toEqual([]);
  });

  it('a board that falls silent: what was calm is not known, what fires goes on firing', async () => {
    const room = new Room([
      { id: 'frost_now', ...loud },
      { id: 'heat', ...loud },
    ]);
    await room.pass(700, { temperatureC: -5 });
    await room.pass(4000, null);
    expect(room.alarms.get('frost_now')).toMatchObject({ state: 'firing', value: null });
    expect(room.alarms.get('heat')!.state).toBe('unknown');
    expect(room.changes).toEqual(['frost_now fired']);
  });

  it('a sender that reports once a minute is not missing between two reports', async () => {
    const gust = { id: 'gust', quantity: 'windGustMs', when: 'above' as const, on: 15, off: 10, for_s: 100, ...loud };
    const room = new Room([gust]);
    for (let i = 0; i < 3; i++) {
      await room.pass(2, { windGustMs: 20 });
      await room.pass(58, { temperatureC: 5 });
    }
    expect(room.changes).toEqual(['gust fired']);
  });

  it('a gauge that reports each ten minutes is known between its reports, for as long as its value is present', async () => {
    const rule = { id: 'downpour', quantity: 'rainRateMmH', when: 'above', on: 10, off: 5, ...loud } as const;
    const room = new Room([rule]);
    room.present = { rainRateMmH: 12 };
    await room.pass(620, { temperatureC: 9 });
    expect(room.changes).toEqual(['downpour fired']);
    room.present = {};
    await room.pass(200, { temperatureC: 9 });
    expect(room.alarms.get('downpour')).toMatchObject({ value: null, state: 'firing' });
  });

  it('a storm: the fall of three hours fires once, through its noise', async () => {
    const room = new Room([{ id: 'storm', ...loud }]);
    for (let minute = 0; minute < 12 * 60; minute++) {
      const hPa = 1010 - Math.min(8, Math.max(0, minute - 200) * 0.03) + 0.2 * Math.sin(minute);
      await room.pass(60, { seaLevelHpa: hPa }, 60);
    }
    expect(room.changes).toEqual(['storm fired', 'storm resolved']);
  });

  it('a recorded storm, replayed: the fall of a September night fires once, and ends', async () => {
    const { station_hpa: record, step_s: stepS } = STORM;
    const room = new Room([{ id: 'storm', ...loud }]);
    const atMinute = (minute: number): number => {
      const i = Math.floor((minute * 60) / stepS);
      const part = (minute * 60) / stepS - i;
      return record[i]! + part * (record[i + 1]! - record[i]!);
    };
    let fired: number | null = null;
    for (let minute = 0; minute < ((record.length - 1) * stepS) / 60; minute++) {
      await room.pass(60, { seaLevelHpa: atMinute(minute) * TO_SEA_LEVEL }, 60);
      if (room.changes.length === 1) fired ??= minute;
    }
    expect(room.changes).toEqual(['storm fired', 'storm resolved']);
    const lowest = record.indexOf(Math.min(...record)) * (stepS / 60);
    expect(lowest - fired!).toBeGreaterThan(180); // minutes before the centre passes
  });

  it('acknowledged, snoozed and tested by hand', async () => {
    const room = new Room([{ id: 'frost_now', ...loud }]);
    expect(room.alarms.acknowledge('frost_now')).toMatchObject({ error: 'alarm frost_now is not firing' });
    expect(room.alarms.snooze('heat', 60)).toMatchObject({ error: 'alarm heat is switched off' });
    await room.pass(700, { temperatureC: -5 });
    const { seq } = room.alarms.changedSince(0);
    expect(room.alarms.snooze('frost_now', 600)).toBeNull();
    expect(room.alarms.get('frost_now')!.snoozed_until_ts).toBe(room.clock.nowS() + 600);
    expect(room.alarms.changedSince(seq).ids).toEqual(['frost_now']);
    await room.pass(610, { temperatureC: -5 });
    expect(room.alarms.acknowledge('frost_now')).toBeNull();
    expect(room.alarms.get('frost_now')).toMatchObject({ state: 'acknowledged', acknowledged: true });
    expect(room.alarms.shown).toBeNull();
    expect(room.alarms.test('heat')!.channels).toContain('ntfy');
    expect(room.changes).toEqual(['frost_now fired', 'frost_now repeated', 'frost_now acknowledged', 'heat fired']);
    expect(room.told.map(({ isTest }) => isTest)).toEqual([false, false, false, true]);
    expect(room.alarms.test('nobody')).toBeNull();
    room.alarms.test('frost_now');
    expect(room.told.at(-1)!.alarm.text).toBe('Frost now: −5 °C, warns below 1 °C');
  });

  it('the machine: a weak supply, a full disk, a silent sensor', async () => {
    const room = new Room(['undervoltage', 'disk', 'sensor', 'battery'].map((id) => ({ id, ...loud })));
    await room.pass(10, { temperatureC: 5 });
    expect(room.alarms.get('battery')!.state).toBe('unknown');
    room.machine = { ...room.machine, undervoltage: 1, disk: 3, sensor: 1, battery: 1 };
    await room.pass(3700, null);
    expect([...room.changes].sort()).toEqual(['battery fired', 'disk fired', 'sensor fired', 'undervoltage fired']);
  });

  it('what was seen or put off is quiet on the LED matrix too, also while it ends', async () => {
    const room = new Room([{ id: 'frost_now', ...loud }]);
    await room.pass(700, { temperatureC: -5 });
    expect(room.alarms.shown).toBe('warning');
    room.alarms.snooze('frost_now', 60);
    expect(room.alarms.shown).toBeNull();
    await room.pass(120, { temperatureC: -5 });
    expect(room.alarms.shown).toBe('warning');
    room.alarms.acknowledge('frost_now');
    await room.pass(60, { temperatureC: 5 });
    expect(room.alarms.get('frost_now')!.state).toBe('resolving');
    expect(room.alarms.shown).toBeNull();
  });

  it('later in the evening: what is due next is the end of the quiet hours in which the time of it ends', async () => {
    const room = new Room([{ id: 'frost_now', enabled: true, quiet: '01:00-06:30', repeat_h: 0 }]);
    await room.pass(700, { temperatureC: -5 });
    room.alarms.snooze('frost_now', 3600);
    const morningS = START_S + 6.5 * 3600;
    expect(room.alarms.get('frost_now')!.next_ts).toBe(morningS);
    await room.pass(3700, { temperatureC: -5 });
    expect(room.changes).toEqual(['frost_now fired']);
    expect(room.alarms.get('frost_now')!.next_ts).toBe(morningS);
    await room.pass(morningS - room.clock.nowS(), { temperatureC: -5 });
    expect(room.changes).toEqual(['frost_now fired', 'frost_now repeated']);
    expect(room.alarms.get('frost_now')!.next_ts).toBeNull();
  });

  it('a repeat that falls into quiet hours is due at their end', async () => {
    const room = new Room([{ id: 'frost_now', enabled: true, quiet: '01:00-06:30', repeat_h: 2 }]);
    await room.pass(700, { temperatureC: -5 });
    expect(room.alarms.get('frost_now')!.next_ts).toBe(START_S + 6.5 * 3600);
  });
});
