import { describe, expect, it } from 'vitest';
import { type Counted, EngineError, type Held, type Trouble } from '../../src/hub/engine/engine.ts';
import { Proofs } from '../../src/hub/engine/proofs.ts';

const ROWS: Counted = { of: 'wx', rev: null };
/** An engine that holds one value for each letter of a name, and notes what it was asked. */
function counting() {
  const asked: Array<{ logins: string[]; tS: number; counted: Counted }> = [];
  const count = async (logins: readonly string[], tS: number, counted: Counted): Promise<Map<string, Held>> => {
    asked.push({ logins: [...logins], tS, counted });
    return new Map(logins.map((login) => [login, { values: login.length, newestRev: null }]));
  };
  return { asked, proofs: new Proofs(count) };
}

it('asks once for all who want to know of the same day in the same moment, and each hears of their own', async () => {
  const { asked, proofs } = counting();
  const held = await Promise.all(['a', 'bb', 'ccc'].map((login) => proofs.ask(login, 7, ROWS)));
  expect(held.map(({ values }) => values)).toEqual([1, 2, 3]);
  expect(asked).toEqual([{ logins: ['a', 'bb', 'ccc'], tS: 7, counted: ROWS }]);
});

it('asks each question of its own for itself, and again for who comes when one has begun', async () => {
  const { asked, proofs } = counting();
  await Promise.all([proofs.ask('a', 7, ROWS), proofs.ask('b', 8, ROWS), proofs.ask('c', 7, { of: 'wx', rev: 2 })]);
  await proofs.ask('d', 7, ROWS);
  expect(asked.map(({ logins }) => logins)).toEqual([['a'], ['b'], ['c'], ['d']]);
});

it('asks for a hundred at a time', async () => {
  const { asked, proofs } = counting();
  const names = Array.from({ length: 250 }, (_, i) => 'x'.repeat(i + 1));
  const held = await Promise.all(names.map((login) => proofs.ask(login, 7, ROWS)));
  expect(held.map(({ values }) => values)).toEqual(names.map(({ length }) => length));
  expect(asked.map(({ logins }) => logins.length)).toEqual([100, 100, 50]);
});

it('tells everybody who asked that the engine could not be, and asks anew for the next', async () => {
  let isAway = true;
  const proofs = new Proofs(async (logins) => {
    if (isAway) throw new Error('away');
    return new Map(logins.map((login) => [login, { values: 1, newestRev: 0 }]));
  });
  const asked = ['a', 'b'].map((login) => proofs.ask(login, 7, ROWS));
  for (const one of asked) await expect(one).rejects.toThrow('away');
  isAway = false;
  expect(await proofs.ask('a', 7, ROWS)).toEqual({ values: 1, newestRev: 0 });
});

describe('a station of which the engine cannot tell anything', () => {
  /** Says no, or nothing, to every question that names it. */
  function sick(trouble: Trouble) {
    const asked: number[] = [];
    const proofs = new Proofs(async (logins) => {
      asked.push(logins.length);
      if (logins.includes('sick')) throw new EngineError(trouble, 'too many series');
      return new Map(logins.map((login) => [login, { values: login.length, newestRev: null }]));
    });
    const names = [...Array.from({ length: 99 }, (_, i) => 'x'.repeat(i + 10)), 'sick'];
    const round = async () =>
      (await Promise.allSettled(names.map((login) => proofs.ask(login, 7, ROWS)))).map((one, i) =>
        one.status === 'fulfilled' ? one.value.values === names[i]!.length : (one.reason as EngineError).trouble,
      );
    return { asked, round };
  }

  it('and that it refuses is alone in that', async () => {
    const { asked, round } = sick('refused');
    expect(await round()).toEqual([...Array<boolean>(99).fill(true), 'refused']);
    expect(asked.length).toBeLessThan(20);
    expect(await round()).toEqual([...Array<boolean>(99).fill(true), 'refused']);
  });

  it('and on which it hangs holds up fewer each time, and those alone who were asked about together with it', async () => {
    const { round } = sick('down');
    const held: number[] = [];
    for (let i = 0; i < 8; i++) held.push((await round()).filter((one) => one !== true).length);
    expect(held[0]).toBe(100);
    expect(Math.max(...held.slice(1))).toBeLessThanOrEqual(50);
    expect(Math.min(...held)).toBeLessThanOrEqual(10);
  });
});

it('asks about ten at a time of an engine that is away, and soon about a hundred when it is back', async () => {
  let isAway = true;
  const asked: number[] = [];
  const proofs = new Proofs(async (logins) => {
    asked.push(logins.length);
    if (isAway) throw new EngineError('down', 'away');
    return new Map(logins.map((login) => [login, { values: 1, newestRev: 0 }]));
  });
  const names = Array.from({ length: 100 }, (_, i) => `station-${i}`);
  const round = () => Promise.allSettled(names.map((login) => proofs.ask(login, 7, ROWS)));
  for (let i = 0; i < 8; i++) await round();
  expect(asked.slice(-10)).toEqual(Array(10).fill(10));
  isAway = false;
  for (let i = 0; i < 4; i++) await round();
  asked.length = 0;
  await round();
  expect(asked).toEqual([100]);
});
