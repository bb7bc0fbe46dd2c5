import { describe, expect, it } from 'vitest';
import { calm } from '../../../src/station/alarms/state.ts';
import { askedOf } from '../../../src/station/alarms/watched.ts';
import { loud, OWN, Room } from './room.ts';

describe('alarms of a station: what was saved and cannot be used', () => {
  it.each([
    ['a number that is none', { heldS: null }],
    ['no list of what is held', { held: null }],
    ['a notice that is none', { held: [null] }],
    ['no phase that there is', { phase: 'gone' }],
  ])('a saved state that cannot be used is told and left out, and no other with it: %s', async (_what, broken) => {
    const room = new Room([
      { id: 'frost_now', ...loud },
      { ...OWN, ...loud },
    ]);
    await room.pass(700, { temperatureC: -5 });
    const { saved } = room;
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
      room.save();
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
    const room = new Room(['a', 'b', 'c'].map((id) => ({ ...OWN, ...loud, id })));
    await room.pass(700, { temperatureC: -5 });
    const { saved } = room;
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
