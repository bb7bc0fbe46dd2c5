import { describe, expect, it } from 'vitest';
import { SHELF } from '../../../src/config/alarm-shelf.ts';
import { levelOf } from '../../../src/station/alarms/condition.ts';
import {
  type AlarmMemory,
  acknowledge,
  calm,
  close,
  moved,
  type Notice,
  snooze,
  step,
} from '../../../src/station/alarms/state.ts';
import fc from '../../support/drawn.ts';

const rule = { ...SHELF.frost_now, id: 'frost_now', enabled: true };
const EVERY_S = 60;
const START_S = 1_700_000_000;

interface Lived {
  memory: AlarmMemory;
  told: (Notice & { tS: number })[];
  fired: number;
  resolved: number;
}

/** Lives through values a minute apart; null is missing. `between` may change the memory, as a restart or a mended clock does. */
function live(
  values: readonly (number | null)[],
  { of = rule, quiet = (_i: number): boolean => false, between = (memory: AlarmMemory, _i: number) => memory } = {},
): Lived {
  let memory = calm(START_S);
  const lived: Lived = { memory, told: [], fired: 0, resolved: 0 };
  for (const [i, value] of values.entries()) {
    const nowS = START_S + i * EVERY_S;
    const level = value === null ? null : levelOf(of, value);
    const moment = { level, passedS: i === 0 ? 0 : EVERY_S, nowS, isQuiet: quiet(i), season: 1 };
    const outcome = step(of, between(memory, i), moment);
    memory = outcome.memory;
    if (outcome.happened === 'fired') lived.fired += 1;
    if (outcome.happened === 'resolved') lived.resolved += 1;
    lived.told.push(...outcome.due.map((notice) => ({ ...notice, tS: nowS })));
  }
  return { ...lived, memory };
}

const repeat = (value: number | null, minutes: number): (number | null)[] =>
  Array.from({ length: minutes }, () => value);
const changes = ({ told }: Lived): string[] => told.map(({ change }) => change);

describe('state of an alarm', () => {
  it('fires after its time, tells once, and resolves after its time', () => {
    const lived = live([...repeat(5, 3), ...repeat(0, 20), ...repeat(3, 40)]);
    expect(changes(lived)).toEqual(['fired', 'resolved']);
    const [fired, resolved] = lived.told;
    expect(fired!.tS).toBe(START_S + (3 + 10) * EVERY_S);
    expect(resolved!.fingerprint).toBe(fired!.fingerprint);
    expect(resolved!.startedS).toBe(fired!.startedS);
    expect(resolved!.endedS).toBe(START_S + (23 + 30) * EVERY_S);
    expect(lived.memory).toMatchObject({ phase: 'ok', fingerprint: null });
  });

  it('does not fire for less than its time', () => {
    expect(live([...repeat(0, 9), ...repeat(5, 60), ...repeat(0, 9), ...repeat(5, 5)]).fired).toBe(0);
  });

  it('repeats while nobody has seen it, and never after', () => {
    const hours = 30;
    expect(changes(live(repeat(0, hours * 60)))).toEqual(['fired', 'repeated', 'repeated']);
    const seen = live(repeat(0, hours * 60), {
      between: (memory, i) => (i === 60 ? acknowledge(memory)!.memory : memory),
    });
    expect(changes(seen)).toEqual(['fired']);
  });

  it('quiet hours hold back what is told, and not what is detected', () => {
    const lived = live([...repeat(0, 60), ...repeat(0, 60)], { quiet: (i) => i < 60 });
    expect(lived.told.map(({ change, tS }) => [change, (tS - START_S) / EVERY_S])).toEqual([['fired', 60]]);
    expect(lived.told[0]!.startedS).toBe(START_S + 10 * EVERY_S);
  });

  it('a frost that came and went in quiet hours is told in the morning, both its ends', () => {
    const quiet = (i: number) => i < 120;
    expect(changes(live([...repeat(0, 20), ...repeat(5, 120)], { quiet }))).toEqual(['fired', 'resolved']);
  });

  it('what somebody saw in quiet hours is not told any more, nor its end', () => {
    const lived = live([...repeat(0, 20), ...repeat(5, 120)], {
      quiet: (i: number) => i < 120,
      between: (memory, i) => (i === 15 ? acknowledge(memory)!.memory : memory),
    });
    expect(changes(lived)).toEqual([]);
    expect(lived).toMatchObject({ fired: 1, resolved: 1 });
  });

  it('what is critical breaks quiet hours', () => {
    const of = { ...rule, severity: 'critical' as const };
    expect(changes(live(repeat(0, 20), { of, quiet: () => true }))).toEqual(['fired']);
  });

  it('who says later is told later', () => {
    const lived = live(repeat(0, 60), { between: (memory, i) => (i === 15 ? snooze(memory, 30 * 60) : memory) });
    expect(lived.told.map(({ change, tS }) => [change, (tS - START_S) / EVERY_S])).toEqual([
      ['fired', 10],
      ['repeated', 44],
    ]);
  });

  it('later that ends in quiet hours is told when they end', () => {
    const lived = live(repeat(0, 240), {
      of: { ...rule, repeat_h: 0 },
      quiet: (i) => i >= 30 && i < 120,
      between: (memory, i) => (i === 15 ? snooze(memory, 30 * 60) : memory),
    });
    expect(lived.told.map(({ change, tS }) => [change, (tS - START_S) / EVERY_S])).toEqual([
      ['fired', 10],
      ['repeated', 120],
    ]);
  });

  it('later is told once, however often it was said, and not to somebody who has seen it since', () => {
    const of = { ...rule, repeat_h: 0 };
    const often = live(repeat(0, 120), {
      of,
      between: (memory, i) => (i >= 15 && i < 20 ? snooze(memory, 30 * 60) : memory),
    });
    expect(changes(often)).toEqual(['fired', 'repeated']);
    const seen = live(repeat(0, 120), {
      of,
      between: (memory, i) => (i === 15 ? snooze(memory, 30 * 60) : i === 20 ? acknowledge(memory)!.memory : memory),
    });
    expect(changes(seen)).toEqual(['fired']);
  });

  it('later that ends while the alarm may be ending is told when it holds again, and only its end when it ends', () => {
    const between = (memory: AlarmMemory, i: number) => (i === 15 ? snooze(memory, 30 * 60) : memory);
    const of = { ...rule, repeat_h: 0 };
    const back = live([...repeat(0, 40), ...repeat(5, 10), ...repeat(0, 30)], { of, between });
    expect(back.told.map(({ change, tS }) => [change, (tS - START_S) / EVERY_S])).toEqual([
      ['fired', 10],
      ['repeated', 50],
    ]);
    expect(changes(live([...repeat(0, 40), ...repeat(5, 40)], { of, between }))).toEqual(['fired', 'resolved']);
    const inQuiet = live([...repeat(0, 60), ...repeat(5, 60)], { of, between, quiet: (i) => i >= 30 && i < 110 });
    expect(changes(inQuiet)).toEqual(['fired', 'resolved']);
  });

  it('the first of the season fires once a season', () => {
    const of = { ...rule, season_first: true };
    const night = [...repeat(0, 20), ...repeat(5, 60)];
    expect(live([...night, ...night], { of }).fired).toBe(1);
    expect(live([...night, ...night]).fired).toBe(2);
  });

  it('a night that is over ends what it fired', () => {
    const { memory } = live(repeat(0, 20));
    const moment = { level: null, passedS: 60, nowS: START_S + 5000, isQuiet: false, season: 1 };
    expect(close(rule, memory, moment)).toMatchObject({ happened: 'resolved', memory: { phase: 'ok' } });
    expect(close(rule, calm(START_S), moment).happened).toBeNull();
  });

  it('nothing can be acknowledged that does not fire', () => expect(acknowledge(calm(START_S))).toBeNull());
});

const anyValue = fc.oneof({ weight: 5, arbitrary: fc.double({ min: -2, max: 5, noNaN: true }) }, fc.constant(null));
const values = fc
  .array(fc.tuple(anyValue, fc.integer({ min: 1, max: 40 })), { maxLength: 12 })
  .map((stretches) => stretches.flatMap(([value, minutes]) => repeat(value, minutes)));

describe('laws of an alarm', () => {
  it('noise smaller than the distance between on and off fires once a crossing', () => {
    const noise = fc.array(fc.double({ min: -0.5, max: 0.5, noNaN: true }), { minLength: 300, maxLength: 300 });
    fc.assert(
      fc.property(noise, (shaken) => {
        const down = shaken.map((one, i) => 3 - (4 * i) / shaken.length + one * 0.999);
        const up = [...down].reverse();
        expect(live(down).fired).toBe(1);
        expect(live([...down, ...up, ...repeat(4, 60)])).toMatchObject({ fired: 1, resolved: 1 });
      }),
    );
  });

  it('a restart in every state equals never stopped', () => {
    fc.assert(
      fc.property(values, (course) => {
        const saved = (memory: AlarmMemory): AlarmMemory => JSON.parse(JSON.stringify(memory));
        expect(live(course, { between: saved })).toEqual(live(course));
      }),
    );
  });

  it('stale data change nothing', () => {
    fc.assert(
      fc.property(values, (course) => {
        const { memory } = live(course);
        const moment = { level: null, passedS: EVERY_S, nowS: START_S + 1e6, isQuiet: false, season: 1 };
        const after = step({ ...rule, repeat_h: 0 }, memory, moment);
        expect(after.happened).toBeNull();
        expect({ ...after.memory, toldAgoS: 0 }).toEqual({ ...memory, toldAgoS: 0 });
      }),
    );
  });

  it('a mended clock neither fires nor loses: stamps move, lengths of time do not', () => {
    fc.assert(
      fc.property(values, fc.integer({ min: -1e7, max: 1e7 }), fc.nat(100), (course, byS, at) => {
        const still = live(course);
        const mended = live(course, {
          between: (memory, i) => (i === at ? moved(memory, byS, START_S, Number.POSITIVE_INFINITY) : memory),
        });
        expect(changes(mended)).toEqual(changes(still));
        expect(mended.memory.phase).toBe(still.memory.phase);
        expect(mended.memory.heldS).toBe(still.memory.heldS);
        expect(mended).toMatchObject({ fired: still.fired, resolved: still.resolved });
      }),
    );
  });

  it('every end has its beginning, under the same fingerprint', () => {
    fc.assert(
      fc.property(
        values,
        fc.array(fc.boolean(), { minLength: 500, maxLength: 500 }),
        fc.nat(200),
        (course, isQuiet, at) => {
          const between = (memory: AlarmMemory, i: number) => (i === at ? snooze(memory, 30 * 60) : memory);
          const { told } = live(course, { quiet: (i) => isQuiet[i] ?? false, between });
          const open = new Set<string>();
          for (const { change, fingerprint } of told) {
            if (change === 'fired') open.add(fingerprint);
            else expect(open).toContain(fingerprint);
            if (change === 'resolved') open.delete(fingerprint);
          }
        },
      ),
    );
  });
});
