import { describe, expect, it } from 'vitest';
import { rulesOf } from '../../../src/config/alarm-rules.ts';
import { calm } from '../../../src/station/alarms/state.ts';
import { askedOf } from '../../../src/station/alarms/watched.ts';
import { loud, OWN, Room, START_S } from './room.ts';

describe('alarms of a station: what a restart and a changed rule leave of them', () => {
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

  it('a rule that is deleted, or asks about something else, ends what it began', async () => {
    const own = { ...OWN, when: 'above' as const, on: 1, off: 0, ...loud };
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
    const own = { ...OWN, when: 'above' as const, on: 1, off: 0, ...loud };
    const room = new Room([own, { id: 'storm', ...loud }]);
    await room.pass(200 * 60, { temperatureC: 5, seaLevelHpa: 1020 }, 60);
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
    expect(Object.keys(room.saved)).toEqual(['storm']);
    expect(room.alarms.get('own')).toBeNull();
  });

  it('rules taken over in place: a quantity that nobody watched has the value of the reading that is there, as old as that is', async () => {
    const gust = { id: 'gust', quantity: 'windGustMs', when: 'above' as const, on: 15, off: 10, for_s: 100, ...loud };
    const room = new Room([]);
    await room.pass(10, { windGustMs: 20 });
    room.alarms.take(rulesOf([gust]));
    expect(room.alarms.get('gust')).toMatchObject({ state: 'pending', value: 20 });
    room.alarms.take(rulesOf([]));
    await room.pass(3600, null);
    room.alarms.take(rulesOf([gust]));
    expect(room.alarms.get('gust')).toMatchObject({ state: 'unknown', value: null });
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

  it('a station that was off for a day has no fall of three hours', async () => {
    const room = new Room([{ id: 'storm', ...loud }]);
    const live = (minutes: number, seaLevelHpa: number) => room.pass(60 * minutes, { seaLevelHpa }, 60);
    await live(240, 1020);
    room.save();
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
    await room.pass(240 * 60, { seaLevelHpa: 1020 }, 60);
    room.save();
    room.begin();
    const startS = room.clock.nowS();
    await room.pass(120, { seaLevelHpa: 1005 });
    room.alarms.timeMoved(86_400, startS);
    await room.pass(1200, { seaLevelHpa: 1005 });
    expect(room.changes).toEqual([]);
  });

  it('a cut of the power does not undo what a person has done', async () => {
    const room = new Room([{ id: 'frost_now', ...loud }]);
    await room.pass(602, { temperatureC: -5 });
    room.alarms.acknowledge('frost_now');
    room.begin();
    expect(room.alarms.get('frost_now')).toMatchObject({ state: 'acknowledged' });
  });

  it('a full disk takes neither the alarm nor what silences it, which is in force all the same and stored in the next turn that finds room', async () => {
    const room = new Room([{ id: 'frost_now', ...loud }]);
    room.disk.isFull = true;
    await room.pass(700, { temperatureC: -5 });
    expect(room.alarms.snooze('frost_now', 600)).toBeNull();
    expect(room.alarms.acknowledge('frost_now')).toBeNull();
    expect(room.alarms.get('frost_now')!.state).toBe('acknowledged');
    expect(room.disk.kept.size).toBe(0);
    room.disk.isFull = false;
    await room.pass(2, { temperatureC: -5 });
    room.begin();
    expect(room.alarms.get('frost_now')!.state).toBe('acknowledged');
  });

  it('what a disk refused that has just filled up is stored in the next turn that finds room, too', async () => {
    const room = new Room([{ id: 'frost_now', ...loud }]);
    await room.pass(602, { temperatureC: -5 }); // it fires, and is stored
    room.disk.isFull = true;
    room.alarms.acknowledge('frost_now');
    room.disk.isFull = false;
    await room.pass(2, { temperatureC: -5 });
    room.begin();
    expect(room.alarms.get('frost_now')!.state).toBe('acknowledged');
  });

  it('what a lock kept out in several turns is written once', async () => {
    const room = new Room([{ id: 'frost_now', ...loud }]);
    const waiting: (() => void)[] = [];
    room.disk.locked = waiting;
    await room.pass(700, { temperatureC: -5 });
    expect([waiting.length > 1, room.disk.writes]).toEqual([true, 0]);
    for (const write of waiting) write();
    expect(room.disk.writes).toBe(1);
  });

  it('a chance that fires keeps its words through a restart', async () => {
    const room = new Room([{ id: 'frost_tonight', ...loud }]);
    await room.pass(10, { temperatureC: 3 });
    expect(room.alarms.get('frost_tonight')!.text).toBe('Frost tonight: not enough readings yet');
    const rule = room.alarms.get('frost_tonight')!.rule;
    const nowS = room.clock.nowS();
    const memory = { ...calm(nowS), phase: 'firing', fingerprint: 'f', startedS: nowS };
    const said = { chance: 0.7, byS: nowS + 9000, isPassed: false, value: 3, ageS: 0 };
    const state = { memory, byS: said.byS, savedS: nowS, said, rule, asked: askedOf(rule) };
    room.disk.kept.set('alarms', JSON.stringify({ ...room.saved, frost_tonight: state }));
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

  it.each([
    [true, 'passed', []],
    [false, 'firing', ['frost_tonight fired']],
  ])('a chance neither warns of what is there already, nor is clear: there, %s', async (isPassed, state, changes) => {
    const room = new Room([{ id: 'frost_tonight', ...loud }]);
    await room.pass(10, { temperatureC: -2 });
    const { rule } = room.alarms.get('frost_tonight')!;
    const nowS = room.clock.nowS();
    const said = { chance: 1, byS: nowS + 9000, isPassed, value: -2, ageS: 0 };
    const saved = { memory: calm(nowS), byS: said.byS, savedS: nowS, said, asked: askedOf(rule) };
    room.disk.kept.set('alarms', JSON.stringify({ frost_tonight: saved }));
    room.begin();
    await room.pass(10, { temperatureC: -2 });
    expect(room.alarms.get('frost_tonight')).toMatchObject({ state, chance: 1 });
    expect(room.changes).toEqual(changes);
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

  it('an end that quiet hours hold is told though the alarm is deleted', async () => {
    const own = { ...OWN, when: 'above' as const, on: 1, off: 0 };
    const room = new Room([{ ...own, enabled: true, quiet: '00:10-06:30' }]);
    await room.pass(620, { temperatureC: 5 });
    await room.pass(60, { temperatureC: -5 });
    expect(room.changes).toEqual(['own fired']);
    room.begin([]);
    await room.pass(10, { temperatureC: -5 });
    expect(room.changes).toEqual(['own fired', 'own resolved']);
    expect(room.events).toHaveLength(2);
  });

  it('a rule may be called like what every object has: it is titled by that, fires and goes on after a restart', async () => {
    const { title: _, ...own } = OWN;
    const rules = [{ ...own, id: 'constructor', ...loud }];
    const room = new Room(rules);
    await room.pass(20, { temperatureC: -5 });
    room.begin(rules);
    await room.pass(20, { temperatureC: -5 });
    expect(room.changes).toEqual(['constructor fired']);
    expect(room.events[0]).toContain('constructor');
  });
});
