import { describe, expect, it } from 'vitest';
import { Zone } from '../../../src/base/zone.ts';
import { rulesOf } from '../../../src/config/alarm-rules.ts';
import type { AlarmEntry } from '../../../src/contract/alarm-rule.ts';
import type { Alarmed } from '../../../src/station/alarms/alarmed.ts';
import { Alarms } from '../../../src/station/alarms/alarms.ts';
import { calm } from '../../../src/station/alarms/state.ts';
import type { Machine } from '../../../src/station/alarms/values.ts';
import { askedOf } from '../../../src/station/alarms/watched.ts';
import { Memory } from '../../../src/station/learned/memory.ts';
import type { Reading } from '../../../src/station/sampling/reading.ts';
import { emptySample } from '../../../src/station/sensors/sample.ts';
import STORM from '../../fixtures/storm-svartberget-2019-09.json' with { type: 'json' };
import { FakeClock } from '../../support/fake-clock.ts';

const START_S = 1_767_225_600;
const EVERY_S = 2;
/** Of 267 m, by the barometric formula at 10 °C. */
const TO_SEA_LEVEL = 1.033;

/** A disk for learned state. */
class Disk {
  readonly kept = new Map<string, string>();
  readonly told: string[] = [];
  isFull = false;
  readonly memory = new Memory(
    {
      load: (name) => {
        const text = this.kept.get(name);
        return text === undefined ? { found: false, reason: null } : { found: true, state: JSON.parse(text) };
      },
      putAll: () => {},
      saveLater: ({ name, state }) => void this.kept.set(name, JSON.stringify(state)),
    },
    (_kind, severity, { detail }) => this.told.push(`${severity}: ${detail}`),
  );
}

const reading = (values: {
  temperatureC?: number | null;
  seaLevelHpa?: number | null;
  windGustMs?: number;
  battery?: number;
}) =>
  ({
    smooth: { temperatureC: values.temperatureC ?? null, humidityPct: null, stationHpa: null },
    seaLevelHpa: values.seaLevelHpa ?? null,
    outdoorC: null,
    rates: { temperatureCPerH: null, humidityPctPerH: null, pressureHpaPerH: null },
    derived: {},
    sample: {
      ...emptySample,
      ...(values.windGustMs === undefined ? {} : { narrow: { windGustMs: values.windGustMs } }),
    },
  }) as unknown as Reading;

class Room {
  readonly clock = new FakeClock(START_S);
  readonly told: Alarmed[] = [];
  readonly events: string[] = [];
  machine = { health: 0, sensor: 0, battery: null, disk: 40, undervoltage: 0, probe: null } as Record<
    string,
    number | null
  >;
  now: Reading | null = null;
  count = 0;
  alarms: Alarms;

  constructor(
    private entries: AlarmEntry[],
    readonly disk = new Disk(),
  ) {
    this.alarms = this.begin(entries);
  }

  begin(entries = this.entries): Alarms {
    this.entries = entries;
    const machine = Object.fromEntries(
      Object.keys(this.machine).map((name) => [name, () => this.machine[name] ?? null]),
    ) as unknown as Machine;
    this.alarms = new Alarms({
      rules: rulesOf(entries),
      clock: this.clock,
      nowS: () => this.clock.nowS(),
      zone: new Zone('UTC'),
      stepS: 300,
      isSouthern: false,
      isOutdoors: true,
      units: 'metric',
      machine,
      forecast: { paths: () => null },
      reading: () => ({ reading: this.now, count: this.count }),
      report: (kind, severity, { detail }) => this.events.push(`${kind} ${severity}: ${detail}`),
      memory: this.disk.memory,
      attempt: (write) => {
        if (!this.disk.isFull) write();
        return !this.disk.isFull;
      },
      tell: (what) => this.told.push(what),
    });
    return this.alarms;
  }

  /** Turns for so many seconds with these values; without any, the board is silent. */
  async pass(forS: number, values: Parameters<typeof reading>[0] | null): Promise<void> {
    for (let s = 0; s < forS; s += EVERY_S) {
      await this.clock.advance(EVERY_S * 1000);
      if (values) {
        this.now = reading(values);
        this.count += 1;
      }
      this.alarms.turn();
    }
  }

  get changes(): string[] {
    return this.told.map(({ change, alarm }) => `${alarm.id} ${change}`);
  }
}

const loud = { quiet: null, enabled: true };

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

  it('a storm: the fall of three hours fires once, through its noise', async () => {
    const room = new Room([{ id: 'storm', ...loud }]);
    for (let minute = 0; minute < 12 * 60; minute++) {
      const hPa = 1010 - Math.min(8, Math.max(0, minute - 200) * 0.03) + 0.2 * Math.sin(minute);
      room.now = reading({ seaLevelHpa: hPa });
      room.count += 1;
      await room.clock.advance(60_000);
      room.alarms.turn();
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
      room.now = reading({ seaLevelHpa: atMinute(minute) * TO_SEA_LEVEL });
      room.count += 1;
      await room.clock.advance(60_000);
      room.alarms.turn();
      if (room.changes.length === 1) fired ??= minute;
    }
    expect(room.changes).toEqual(['storm fired', 'storm resolved']);
    const lowest = record.indexOf(Math.min(...record)) * (stepS / 60);
    expect(lowest - fired!).toBeGreaterThan(180); // minutes before the centre passes
  });

  it('a restart in the middle neither repeats nor forgets, and a rule switched off ends what it began', async () => {
    const room = new Room([{ id: 'frost_now', ...loud }]);
    await room.pass(700, { temperatureC: -5 });
    const before = room.alarms.get('frost_now')!;
    room.begin();
    await room.pass(60, { temperatureC: -5 });
    expect(room.alarms.get('frost_now')).toMatchObject({ fingerprint: before.fingerprint, since_ts: before.since_ts });
    expect(room.changes).toEqual(['frost_now fired']);
    room.begin([{ id: 'frost_now', enabled: false }]);
    await room.pass(10, { temperatureC: -5 });
    expect(room.changes).toEqual(['frost_now fired', 'frost_now resolved']);
    expect(room.told[1]).toMatchObject({ fingerprint: before.fingerprint, change: 'resolved' });
  });

  it('acknowledged, snoozed and tested by hand', async () => {
    const room = new Room([{ id: 'frost_now', ...loud }]);
    expect(room.alarms.acknowledge('frost_now')).toBe(false);
    expect(room.alarms.snooze('heat', 60)).toBe(false);
    await room.pass(700, { temperatureC: -5 });
    const { seq } = room.alarms.changedSince(0);
    expect(room.alarms.snooze('frost_now', 600)).toBe(true);
    expect(room.alarms.get('frost_now')!.snoozed_until_ts).toBe(room.clock.nowS() + 600);
    expect(room.alarms.changedSince(seq).ids).toEqual(['frost_now']);
    await room.pass(610, { temperatureC: -5 });
    expect(room.alarms.acknowledge('frost_now')).toBe(true);
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

  it('a mended clock moves what was stamped since it was wrong', async () => {
    const room = new Room([{ id: 'frost_now', ...loud }]);
    await room.pass(700, { temperatureC: -5 });
    const { since_ts: sinceS, fingerprint } = room.alarms.get('frost_now')!;
    room.alarms.timeMoved(1e6, START_S);
    expect(room.alarms.get('frost_now')).toMatchObject({ since_ts: sinceS! + 1e6, state: 'firing', fingerprint });
    await room.pass(60, { temperatureC: -5 });
    expect(room.changes).toEqual(['frost_now fired']);
  });

  it('a rule that is deleted, or asks about something else, ends what it began', async () => {
    const own = {
      id: 'own',
      title: 'Mine',
      quantity: 'temperatureC',
      when: 'above' as const,
      on: 1,
      off: 0,
      for_s: 0,
      ...loud,
    };
    const room = new Room([own]);
    await room.pass(60, { temperatureC: 5 });
    const { fingerprint } = room.alarms.get('own')!;
    room.begin([]);
    await room.pass(30, { temperatureC: 5 });
    expect(room.changes).toEqual(['own fired', 'own resolved']);
    expect(room.told[1]).toMatchObject({ fingerprint, alarm: { title: 'Mine', rule: { id: 'own' } } });
    room.begin([own]);
    await room.pass(60, { temperatureC: 5 });
    room.begin([{ ...own, quantity: 'seaLevelHpa', on: 1100, off: 1090 }]);
    await room.pass(60, { temperatureC: 5, seaLevelHpa: 1000 });
    expect(room.changes).toEqual(['own fired', 'own resolved', 'own fired', 'own resolved']);
    expect(room.alarms.get('own')!.state).toBe('ok');
  });

  it('rules taken over in place: what asks the same goes on as it was, and what is gone ends', async () => {
    const own = { id: 'own', quantity: 'temperatureC', when: 'above' as const, on: 1, off: 0, for_s: 0, ...loud };
    const room = new Room([
      { ...own, title: 'Mine' },
      { id: 'storm', ...loud },
    ]);
    for (let minute = 0; minute < 200; minute++)
      await room.pass(EVERY_S, { temperatureC: 5, seaLevelHpa: 1020 }).then(() => room.clock.advance(58_000));
    const { fingerprint } = room.alarms.get('own')!;
    const { seq } = room.alarms.changedSince(0);
    const storm = { id: 'storm', ...loud, repeat_h: 3 };
    room.alarms.take(rulesOf([{ ...own, title: 'Yours', on: 2 }, storm, { id: 'sensor', ...loud }]));
    expect(room.alarms.get('own')).toMatchObject({
      title: 'Yours',
      state: 'firing',
      fingerprint,
      value: 5,
      threshold: 2,
    });
    expect(room.alarms.get('storm')).toMatchObject({ state: 'ok', value: expect.closeTo(0) }); // of the three hours before
    expect(room.alarms.get('sensor')).toMatchObject({ state: 'ok', value: 0 });
    expect(room.alarms.changedSince(seq).ids.toSorted()).toEqual(['own', 'sensor', 'storm']);
    expect(room.alarms.counts).toMatchObject({ enabled: 3, firing: 1 });
    room.alarms.take(rulesOf([storm]));
    expect(room.changes).toEqual(['own fired', 'own resolved']);
    expect(room.told[1]).toMatchObject({ fingerprint, alarm: { title: 'Yours' } });
    expect(Object.keys(JSON.parse(room.disk.kept.get('alarms')!))).toEqual(['storm']);
    expect(room.alarms.get('own')).toBeNull();
  });

  it('a station that was off for a day has no fall of three hours', async () => {
    const room = new Room([{ id: 'storm', ...loud }]);
    const live = async (minutes: number, seaLevelHpa: number): Promise<void> => {
      for (let minute = 0; minute < minutes; minute++) {
        room.now = reading({ seaLevelHpa });
        room.count += 1;
        await room.clock.advance(60_000);
        room.alarms.turn();
      }
    };
    await live(240, 1020);
    for (const { name, version, state } of room.alarms.remembered())
      room.disk.memory.saveLater({ name, version, state }, room.clock.nowS());
    await room.clock.advance(86_400_000);
    room.begin();
    await live(120, 1005);
    expect(room.changes).toEqual([]);
    expect(room.alarms.get('storm')).toMatchObject({ state: 'unknown', text: 'Storm coming: not enough readings yet' });
    await live(120, 1005);
    expect(room.alarms.get('storm')!.state).toBe('ok');
  });

  it('a station that started with a wrong clock does not know how long it was off', async () => {
    const room = new Room([{ id: 'storm', ...loud }]);
    for (let minute = 0; minute < 240; minute++)
      await room.pass(EVERY_S, { seaLevelHpa: 1020 }).then(() => room.clock.advance(58_000));
    for (const { name, version, state } of room.alarms.remembered())
      room.disk.memory.saveLater({ name, version, state }, room.clock.nowS());
    room.begin();
    const startS = room.clock.nowS();
    await room.pass(120, { seaLevelHpa: 1005 });
    room.alarms.timeMoved(86_400, startS);
    await room.pass(1200, { seaLevelHpa: 1005 });
    expect(room.changes).toEqual([]);
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

  it('a cut of the power does not undo what a person has done', async () => {
    const room = new Room([{ id: 'frost_now', ...loud }]);
    await room.pass(602, { temperatureC: -5 });
    room.alarms.acknowledge('frost_now');
    room.begin();
    expect(room.alarms.get('frost_now')).toMatchObject({ state: 'acknowledged' });
  });

  it('a full disk takes neither the alarm nor what a person does with it, and has it as soon as it can', async () => {
    const room = new Room([{ id: 'frost_now', ...loud }]);
    room.disk.isFull = true;
    await room.pass(700, { temperatureC: -5 });
    expect(room.alarms.acknowledge('frost_now')).toBe(true);
    expect(room.disk.kept.size).toBe(0);
    room.disk.isFull = false;
    await room.pass(30, { temperatureC: -5 });
    room.begin();
    expect(room.alarms.get('frost_now')!.state).toBe('acknowledged');
  });

  it('a chance that fires keeps its words through a restart', async () => {
    const room = new Room([{ id: 'frost_tonight', ...loud }]);
    await room.pass(10, { temperatureC: 3 });
    expect(room.alarms.get('frost_tonight')!.text).toBe('Frost tonight: not enough readings yet');
    const states = JSON.parse(room.disk.kept.get('alarms') ?? '{}');
    const rule = room.alarms.get('frost_tonight')!.rule;
    const nowS = room.clock.nowS();
    const memory = { ...calm(nowS), phase: 'firing', fingerprint: 'f', startedS: nowS };
    const said = { chance: 0.7, byS: nowS + 9000, isPassed: false, value: 3, ageS: 0 };
    const state = { memory, byS: said.byS, savedS: nowS, said, rule, asked: askedOf(rule) };
    const saved = { ...states, frost_tonight: state };
    room.disk.kept.set('alarms', JSON.stringify(saved));
    room.begin();
    await room.pass(10, { temperatureC: 3 });
    expect(room.alarms.get('frost_tonight')).toMatchObject({
      state: 'firing',
      chance: 0.7,
      text: 'Frost tonight: 70 % chance below 0 °C before 08:00',
    });
    await room.pass(1000, { temperatureC: 3 });
    expect(room.alarms.get('frost_tonight')!.text).not.toContain(': 0 % chance');
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

  it('an alarm switched off while quiet hours hold its message ends in the log alone: nobody had heard of it', async () => {
    const room = new Room([{ id: 'frost_now', enabled: true, quiet: '00:00-06:30' }]);
    await room.pass(700, { temperatureC: -5 });
    room.begin([{ id: 'frost_now', enabled: false }]);
    await room.pass(10, { temperatureC: -5 });
    expect(room.changes).toEqual([]);
    expect(room.events.map((one) => one.slice(0, one.indexOf('Frost')))).toEqual([
      'alarm warn: Alarm. ',
      'alarm info: Alarm over: ',
    ]);
  });

  it('a rule may be called like what every object has: it is titled by that, fires and goes on after a restart', async () => {
    const own = { id: 'constructor', quantity: 'temperatureC', when: 'below' as const, on: 2, off: 3 };
    const rules = [{ ...own, for_s: 0, clear_for_s: 0, ...loud }];
    const room = new Room(rules);
    await room.pass(20, { temperatureC: -5 });
    room.begin(rules);
    await room.pass(20, { temperatureC: -5 });
    expect(room.changes).toEqual(['constructor fired']);
    expect(room.events[0]).toContain('constructor');
  });

  it('an end that quiet hours hold is told though the alarm is deleted', async () => {
    const own = { id: 'own', title: 'Mine', quantity: 'temperatureC', when: 'above' as const, on: 1, off: 0 };
    const room = new Room([{ ...own, for_s: 0, clear_for_s: 0, enabled: true, quiet: '00:10-06:30' }]);
    await room.pass(620, { temperatureC: 5 });
    await room.pass(60, { temperatureC: -5 });
    expect(room.changes).toEqual(['own fired']);
    room.begin([]);
    await room.pass(10, { temperatureC: -5 });
    expect(room.changes).toEqual(['own fired', 'own resolved']);
    expect(room.events).toHaveLength(2);
  });

  it.each([
    ['a number that is none', { heldS: null }],
    ['no list of what is held', { held: null }],
    ['a notice that is none', { held: [null] }],
    ['no phase that there is', { phase: 'gone' }],
  ])('a saved state that cannot be used is told and left out, and no other with it: %s', async (_what, broken) => {
    const own = { id: 'own', title: 'Mine', quantity: 'temperatureC', when: 'below' as const, on: 2, off: 3 };
    const room = new Room([
      { id: 'frost_now', ...loud },
      { ...own, for_s: 0, clear_for_s: 0, ...loud },
    ]);
    await room.pass(700, { temperatureC: -5 });
    const saved = JSON.parse(room.disk.kept.get('alarms')!);
    Object.assign(saved.frost_now.memory, broken);
    room.disk.kept.set('alarms', JSON.stringify(saved));
    room.events.length = 0;
    room.begin();
    expect(room.disk.told).toEqual([]);
    expect(room.events).toEqual([
      expect.stringMatching(/^state warn: Frost now: its saved state cannot be used, .* \(saved .+\)$/),
    ]);
    await room.pass(700, { temperatureC: -5 });
    expect(room.changes).toEqual(['own fired', 'frost_now fired', 'frost_now fired']);
    await room.pass(10, { temperatureC: 10 });
    const [fired, over] = [room.told[0]!, room.told.at(-1)!];
    expect([over.alarm.id, over.change, over.fingerprint]).toEqual(['own', 'resolved', fired.fingerprint]);
  });

  const NIGHT = {
    startS: 0,
    byS: 1,
    most: 0.7,
    firsts: [],
    onsets: [],
    naive: -1,
    tenths: [],
    squares: 0,
    naiveWrong: 0,
  };
  it.each([
    ['none', { record: null }],
    ['a number that is none', { record: { periods: [{ ...NIGHT, most: null }], open: null } }],
    ['no list', { record: { periods: [{ ...NIGHT, firsts: null }], open: null } }],
    ['no list of questions', { record: { periods: [], open: NIGHT } }],
    ['nothing learned', { odds: {} }],
  ])(
    'a saved record of chances that cannot be used is told and begun anew, and no other with it: %s',
    (_what, broken) => {
      const cold = {
        id: 'cold',
        quantity: 'temperatureC',
        when: 'chance_below' as const,
        on: 0.5,
        off: 0.3,
        limit: -5,
      };
      const room = new Room([{ id: 'frost_tonight', ...loud }, cold]);
      for (const one of room.alarms.remembered()) room.disk.memory.saveLater(one, room.clock.nowS());
      const saved = JSON.parse(room.disk.kept.get('alarm-chances')!);
      saved.cold.record.periods = [NIGHT];
      Object.assign(saved.frost_tonight, broken);
      room.disk.kept.set('alarm-chances', JSON.stringify(saved));
      room.begin();
      expect(room.disk.told).toEqual([]);
      expect(room.events).toEqual([expect.stringMatching(/^state warn: Frost tonight starts from its defaults: ./)]);
      const periodsOf = (id: string) => room.alarms.chances.get(id)!.record.periods;
      expect([periodsOf('cold'), periodsOf('frost_tonight')]).toEqual([[NIGHT], []]);
    },
  );

  it('a saved chance without an age is told and left out', () => {
    const room = new Room([{ id: 'frost_tonight', ...loud }]);
    const { rule } = room.alarms.get('frost_tonight')!;
    const nowS = room.clock.nowS();
    const said = { chance: 0.7, byS: nowS + 9000, isPassed: false, value: 3, ageS: null };
    const state = { memory: calm(nowS), byS: said.byS, savedS: nowS, said, rule, asked: askedOf(rule) };
    room.disk.kept.set('alarms', JSON.stringify({ frost_tonight: state }));
    room.events.length = 0;
    room.begin();
    expect(room.events).toEqual([expect.stringMatching(/^state warn: .*: its saved state cannot be used/)]);
    expect(room.alarms.get('frost_tonight')).toMatchObject({ chance: null });
  });

  it('what is left of a deleted alarm and cannot be used ends no other alarm that was deleted', async () => {
    const own = { title: 'Mine', quantity: 'temperatureC', when: 'below' as const, on: 2, off: 3, ...loud };
    const room = new Room(['a', 'b', 'c'].map((id) => ({ id, ...own, for_s: 0, clear_for_s: 0 })));
    await room.pass(700, { temperatureC: -5 });
    const saved = JSON.parse(room.disk.kept.get('alarms')!);
    room.disk.kept.set('alarms', JSON.stringify({ ...saved, a: null, b: { ...saved.b, memory: 5 } }));
    room.events.length = 0;
    room.begin([]);
    await room.pass(10, { temperatureC: -5 });
    expect(room.changes).toEqual(['a fired', 'b fired', 'c fired', 'c resolved']);
    expect(room.events.map((one) => one.slice(0, 20))).toEqual([
      'state warn: a: its s',
      'state warn: b: its s',
      'alarm info: Alarm ov',
    ]);
  });
});
