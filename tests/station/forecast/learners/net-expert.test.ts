import { describe, expect, it } from 'vitest';
import { DAY_S, HOUR_S } from '../../../../src/base/durations.ts';
import { VOLATILITY_INPUTS } from '../../../../src/station/forecast/bands/width-inputs.ts';
import { ForecastEngine } from '../../../../src/station/forecast/engine.ts';
import { Head } from '../../../../src/station/forecast/heads/head.ts';
import { unpack } from '../../../../src/station/forecast/heads/payload.ts';
import { Diary } from '../../../../src/station/forecast/learners/diary.ts';
import { FINALISTS } from '../../../../src/station/forecast/learners/expert-blend.ts';
import { FEATURE_COUNT } from '../../../../src/station/forecast/learners/features.ts';
import { NetExpert, netLessons, teachNet } from '../../../../src/station/forecast/learners/net-expert.ts';
import { NET_HEADS, NET_INPUTS, netInputs } from '../../../../src/station/forecast/learners/net-inputs.ts';
import { SunTrack } from '../../../../src/station/forecast/learners/sun-track.ts';
import type { Remembered } from '../../../../src/station/learned/memory.ts';
import type { TickRow } from '../../../../src/station/tick.ts';
import { learnedBy, restore } from '../learned.ts';
import { bareRow, PLACE, rowOf, START_S, settingsFor, weather } from '../weather.ts';

const FIRST_HOUR = START_S / HOUR_S;
const phi = new Float64Array(FEATURE_COUNT);
const psi = new Float64Array(VOLATILITY_INPUTS);

function diaryOf(rows: ReturnType<typeof weather>, kept?: number): Diary {
  const diary = new Diary(kept);
  for (const row of rows) diary.enter(row);
  return diary;
}

describe('the diary', () => {
  it('knows what was measured at full hours, and nothing between, before or after them', () => {
    const diary = diaryOf([
      rowOf(START_S, 20.005, 55, 1013.26),
      rowOf(START_S + 300, 30, 60, 1000),
      rowOf(START_S + 2 * HOUR_S, -3.2, 100, 960),
    ]);
    expect(diary.at('temperature', FIRST_HOUR)).toBeCloseTo(20.005, 1);
    expect(diary.at('pressure', FIRST_HOUR)).toBeCloseTo(1013.26, 1);
    expect(diary.at('temperature', FIRST_HOUR + 1)).toBeNaN();
    expect(diary.at('temperature', FIRST_HOUR + 2)).toBeCloseTo(-3.2, 6);
    expect(diary.at('cloud', FIRST_HOUR)).toBeNaN();
    expect(diary.at('temperature', FIRST_HOUR - 1)).toBeNaN();
    expect(diary.at('temperature', FIRST_HOUR + 3)).toBeNaN();
    expect(diary.entries).toBe(2);
    diary.enter({ ...bareRow(START_S + 3 * HOUR_S), cloudIndex: 0.5 });
    expect(diary.entries).toBe(2); // half a year of this would not teach a net
    expect(diary.newest).toBe(FIRST_HOUR + 3);
  });

  it('forgets what is too old, also over a silence, and comes back from disk as it was', () => {
    const rows = weather(3, 10, HOUR_S);
    const diary = diaryOf(rows, 50);
    diary.enter(bareRow(START_S + 11 * DAY_S));
    const back = Diary.fromJSON(JSON.parse(JSON.stringify(diary)), 50);
    const newest = FIRST_HOUR + 11 * 24;
    for (const one of [diary, back]) {
      expect(one.at('temperature', newest - 50)).toBeNaN();
      expect(one.at('temperature', newest - 25)).toBeCloseTo(rows.at(-1)!.temperatureC!, 1);
      expect(one.at('temperature', newest - 24)).toBeNaN();
    }
    expect(JSON.stringify(back)).toBe(JSON.stringify(diary));
    expect(() => Diary.fromJSON(diary.toJSON(), 10)).toThrow('the saved diary of temperature is damaged');
  });

  it('takes in an hour of the past that it does not know, once, and says which are worth telling', () => {
    const rows = weather(8, 4, HOUR_S);
    const hourS = (i: number) => START_S + i * HOUR_S;
    const diary = diaryOf(rows.slice(40, 60), 80);
    expect(diary.missingHours(hourS(59) + 1800)).toEqual([{ afterS: hourS(-21), untilS: hourS(40) - 1 }]);
    expect(diary.missingHours(hourS(60))[1]).toEqual({ afterS: hourS(59), untilS: hourS(60) });
    expect(new Diary().missingHours(hourS(3))).toEqual([{ afterS: 0, untilS: hourS(3) }]);
    for (const row of rows.slice(10, 50)) diary.enter({ ...row, humidityPct: 1 });
    for (const row of rows.slice(60)) diary.enter(row);
    expect(diary.entries).toBe(86);
    expect(diary.at('humidity', FIRST_HOUR + 16)).toBeCloseTo(1, 6); // the oldest that is kept
    expect(diary.at('humidity', FIRST_HOUR + 45)).toBeCloseTo(rows[45]!.humidityPct!, 1);
    diary.enter(rows[9]!); // older than anything that is kept
    expect(diary.entries).toBe(86);
  });

  it('is as one that was always on this scale where the past is known, and moves as a whole before', () => {
    const rows = weather(9, 6, HOUR_S);
    const bent = rows.map((row) => ({ ...row, humidityPct: Math.min(100, row.humidityPct! + 12) }));
    const diary = diaryOf(rows.slice(0, 120));
    diary.adopt(diaryOf(bent.slice(72, 118)));
    for (const row of bent.slice(120)) diary.enter(row);
    const wanted = diaryOf(bent);
    for (let i = 72; i < 118; i++)
      expect(diary.at('humidity', FIRST_HOUR + i)).toBe(wanted.at('humidity', FIRST_HOUR + i));
    const [before] = rows;
    const moved = diary.at('humidity', FIRST_HOUR) - before!.humidityPct!;
    expect(moved).toBeGreaterThan(6);
    expect(moved).toBeLessThan(12.1);
    expect(diary.entries).toBe(wanted.entries);
    const fresh = new Diary();
    fresh.adopt(wanted);
    expect(fresh.toJSON()).toEqual(wanted.toJSON());
    fresh.adopt(new Diary());
    expect(fresh.toJSON()).toEqual(wanted.toJSON());
  });

  it('goes over to another scale as a whole', () => {
    const rows = weather(4, 3, HOUR_S);
    const diary = diaryOf(rows);
    const warmer = rows.slice(-20).map((row) => ({ ...row, temperatureC: row.temperatureC! + 1.5 }));
    diary.relevel(warmer);
    for (const [i, row] of rows.entries()) {
      expect(diary.at('temperature', FIRST_HOUR + i)).toBeCloseTo(row.temperatureC! + 1.5, 1);
      expect(diary.at('humidity', FIRST_HOUR + i)).toBeCloseTo(row.humidityPct!, 1);
    }
    const moved = JSON.stringify(diary);
    diary.relevel([]);
    expect(JSON.stringify(diary)).toBe(moved);
  });
});

describe('the net of all heads', () => {
  it('has 80 inputs, as many as its weights', () => {
    expect(netInputs(() => 1, START_S, new SunTrack(PLACE, HOUR_S), 0)).toHaveLength(NET_INPUTS);
  });

  it('learns from every hour what came of it', () => {
    const rows = weather(5, 6, HOUR_S);
    const { inputs, answers } = netLessons({ diary: diaryOf(rows).toJSON(), place: PLACE, dayOffsetS: 0 });
    const lessons = inputs.length / NET_INPUTS;
    expect(lessons).toBeGreaterThanOrEqual(5 * 24 - 1);
    expect(answers.length).toBe(lessons * NET_HEADS.length);
    const at = NET_HEADS.findIndex(({ target, horizonS }) => target === 'temperature' && horizonS === HOUR_S);
    const last = rows.at(-1)!.temperatureC! - rows.at(-2)!.temperatureC!;
    expect(answers[answers.length - NET_HEADS.length + at]).toBeCloseTo(last, 1);
  });

  it('is asked for after two hundred days, speaks from then on, and not at once again', () => {
    const engine = new ForecastEngine(settingsFor(HOUR_S));
    const rows = weather(6, 203, HOUR_S);
    engine.catchUp(rows.slice(0, 24 * 199));
    expect(engine.adopting.netDue()).toBeNull();
    engine.catchUp(rows.slice(24 * 199, 24 * 202));
    expect(engine.adopting.netDue(10)).toBeNull();
    const asked = engine.adopting.netDue()!;
    const short = { ...asked, diary: diaryOf(rows.slice(0, 100)).toJSON() }; // a net of four days is a net
    const teaching = teachNet(short);
    let step = teaching.next();
    while (!step.done) step = teaching.next();
    const finalistsIn = (payload: Float64Array) => {
      const said = unpack(payload).finalists;
      return { blend: said[FINALISTS.indexOf('blend')]!, net: said[FINALISTS.indexOf('net')]! };
    };
    const finalistsAt = (row: TickRow) =>
      finalistsIn(engine.tick(row).issued.find(({ horizonS }) => horizonS === HOUR_S)!.payload);
    const before = finalistsAt(rows[24 * 202]!);
    engine.adopting.net(step.value);
    expect(engine.adopting.netDue()).toBeNull();
    const after = finalistsAt(rows[24 * 202 + 1]!);
    expect(before.net).toBe(before.blend); // it was silent: it said what the blend said
    expect(after.net).not.toBe(after.blend);
    const saved = JSON.parse(JSON.stringify(learnedBy(engine))) as Remembered[];
    const again = new ForecastEngine(settingsFor(HOUR_S));
    restore(again, saved);
    // An hour ahead is left out: the lesson of an hour ago waits in the store, not in what was learned.
    const voices = (one: ForecastEngine) =>
      one
        .tick(rows[24 * 202 + 2]!)
        .issued.filter(({ horizonS }) => horizonS > HOUR_S)
        .map(({ payload }) => finalistsIn(payload));
    const told = voices(engine);
    expect(voices(again)).toEqual(told);
    expect(told.some(({ net, blend }) => net !== blend)).toBe(true);
    const net = () => JSON.stringify(learnedBy(again).find(({ name }) => name === 'forecast.net'));
    const asSaved = net();
    again.adopting.net(step.value); // it never asked
    expect(net() === asSaved).toBe(true);
  });

  it('keeps its diary when the net beside it is of another program', () => {
    const expert = new NetExpert(PLACE, new SunTrack(PLACE, HOUR_S), 0);
    const diary = diaryOf(weather(10, 3, HOUR_S)).toJSON();
    const net = { shape: [7, 3, 2, 1], centre: '', stretch: '', scale: '', weights: '' };
    expect(() => expert.restore({ diary, trainedAt: 60, net })).toThrow('a net of 7,3,2,1');
    expect(expert.toJSON()).toEqual({ diary, trainedAt: 0, net: null });
  });

  it('has no voice in what it had no lessons of', () => {
    const rows = weather(7, 8, HOUR_S).map((row) => ({ ...row, humidityPct: null, dewPointC: null }));
    const teaching = teachNet({ diary: diaryOf(rows).toJSON(), place: PLACE, dayOffsetS: 0 });
    let step = teaching.next();
    while (!step.done) step = teaching.next();
    const expert = new NetExpert(PLACE, new SunTrack(PLACE, HOUR_S), 0);
    expert.adopt(step.value);
    const said = expert.predict(() => Number.NaN, START_S)!;
    expect(said('humidity', HOUR_S)).toBeNull();
    expect(said('temperature', 900)).toBeNull();
    expect(said('temperature', HOUR_S)).not.toBeNull();
  });

  it('earns its share of a head forward in time, from nothing', () => {
    const head = new Head('pressure', HOUR_S, HOUR_S);
    const said: number[] = [];
    for (let i = 0; i < 900; i++) {
      const tS = START_S + i * HOUR_S;
      const change = Math.sin(i * i);
      const issue = head.issue(tS, 1000, 1000, phi, psi, null, i < 300 ? null : change);
      said.push(issue.weights.at(-1)!);
      head.scoreAndLearn(head.pending(issue, phi, psi, tS, 0, 1), 1000 + change);
    }
    expect(said[300]).toBe(0);
    expect(said.at(-1)).toBeGreaterThan(0.8);
    const fresh = new Head('pressure', HOUR_S, HOUR_S);
    fresh.inherit(head);
    expect(fresh.weights.learned).toBeGreaterThan(0.8);
  });
});
