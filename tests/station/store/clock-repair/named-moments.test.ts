import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Slicer } from '../../../../src/base/clock.ts';
import { openBare } from '../../../../src/station/store/sqlite/database.ts';
import type { Store } from '../../../../src/station/store/store.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { NOON, sample, Workshop } from '../support.ts';

const workshop = new Workshop();

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;
const BOOT = 'a';

/** A record that ended in the night; since noon a clock stamps that nothing vouches for. */
function begun(folder = workshop.folder()): Store {
  const store = workshop.open({ folder });
  store.samples.append(sample(NOON - 10 * HOUR, 20));
  store.flush();
  store.clock.begin({ fromS: NOON, offsetS: NOON, wallOffsetS: NOON, boot: BOOT, leapt: false, confirmed: false });
  for (let tS = NOON; tS < NOON + HOUR; tS += MINUTE) store.samples.append(sample(tS, 20));
  store.flush();
  return store;
}

async function moved(store: Store, byS: number): Promise<void> {
  const slicer = new Slicer(new FakeClock(NOON), 1e9);
  await store.moves.run(byS, slicer);
  await store.moves.finish(slicer);
  store.moves.end();
}

/** By how much a note has moved, and by how much the time of its giving has. */
const shifts = (store: Store, id: number, atS: number, givenS: number) => {
  const { ts, givenTs } = store.labels.note(id)!;
  return [ts - atS, givenTs - givenS];
};

describe('a moment that a person names', () => {
  const GIVEN = NOON + 40 * MINUTE;

  it.each([
    ['back and forward', [-2 * HOUR, 2 * HOUR]],
    ['back, and forward in two steps', [-5 * HOUR, HOUR, 4 * HOUR]],
    ['forward, back by more, and forward', [3 * DAY, -4 * DAY, DAY]],
    ['back, and forward by more', [-HOUR, 3 * HOUR]],
    ['back to before it', [-9 * HOUR]],
  ])('goes with the samples of its time, and with no others, where they move %s', async (_, turns) => {
    const store = begun();
    const add = (tS: number) => store.labels.addNote(`at ${tS}`, tS, GIVEN);
    const before = [NOON - 9 * HOUR, NOON - HOUR, NOON - 2 * MINUTE].map((tS) => ({ id: add(tS), tS }));
    const within = [NOON - 20, NOON + 10 * MINUTE, GIVEN].map((tS) => ({ id: add(tS), tS }));
    let sumS = 0;
    for (const byS of turns) {
      await moved(store, byS);
      sumS += byS;
      for (const { id, tS } of before) expect(shifts(store, id, tS, GIVEN), String(tS - NOON)).toEqual([0, sumS]);
      for (const { id, tS } of within) expect(shifts(store, id, tS, GIVEN), String(tS - NOON)).toEqual([sumS, sumS]);
    }
  });

  it('is asked anew where somebody gives the note another one', async () => {
    const store = begun();
    const id = store.labels.addNote('one', NOON - HOUR, GIVEN);
    await moved(store, -2 * HOUR);
    store.labels.reword(id, 'one', NOON - 2 * HOUR + 10 * MINUTE);
    await moved(store, 2 * HOUR);
    expect(store.labels.note(id)!.ts).toBe(NOON + 10 * MINUTE);
  });

  it('moves a moment too many, and the clock all the same, where its note is damaged', async () => {
    const folder = workshop.folder();
    const store = begun(folder);
    const id = store.labels.addNote('one', NOON - HOUR, GIVEN);
    await moved(store, -2 * HOUR);
    const db = openBare(join(folder, 'weatherglass.db'));
    expect(db.prepare("UPDATE job SET state = '[[' WHERE name = 'named moments'").run().changes).toBe(1);
    db.close();
    await moved(store, 2 * HOUR);
    expect(shifts(store, id, NOON - HOUR, GIVEN)).toEqual([2 * HOUR, 0]);
  });

  it('leaves a later note alone that is given the number of a deleted one', async () => {
    const folder = workshop.folder();
    const store = begun(folder);
    const id = store.labels.addNote('one', NOON - HOUR, GIVEN);
    await moved(store, HOUR);
    store.labels.remove(id);
    store.close();
    const next = workshop.open({ folder });
    expect(next.labels.addNote('another', GIVEN + HOUR, GIVEN + HOUR)).toBe(id);
    await moved(next, DAY);
    expect(next.labels.note(id)!.ts).toBe(GIVEN + HOUR + DAY);
  });
});

describe('a moment that a person names by a clock that was never set', () => {
  const [startS, givenS, agoS] = [20, 320, 320 - 10 * MINUTE];

  it('is an age, which goes with the clock while samples are held', () => {
    const store = workshop.open({ clock: new FakeClock(startS) });
    store.events.add({ ts: startS, kind: 'clock', severity: 'warn', detail: 'not believed' });
    store.clock.words.doubt({ boot: BOOT, offsetS: 0, goesOnS: null }, true);
    const id = store.labels.addNote('ten minutes ago', agoS, givenS);
    store.clock.words.shift(NOON, { boot: BOOT, offsetS: NOON, goesOnS: null });
    expect(shifts(store, id, agoS, givenS)).toEqual([NOON, NOON]);
  });

  it('is one with samples that move, too', async () => {
    const store = workshop.open({ clock: new FakeClock(startS) });
    const segment = { fromS: startS, offsetS: 0, wallOffsetS: 0, boot: BOOT, leapt: true, confirmed: false };
    store.clock.begin(segment);
    for (let tS = startS; tS < givenS; tS += MINUTE) store.samples.append(sample(tS, 20));
    store.flush();
    const id = store.labels.addNote('ten minutes ago', agoS, givenS);
    await moved(store, NOON);
    expect(shifts(store, id, agoS, givenS)).toEqual([NOON, NOON]);
  });
});

describe('a moment that a person names while samples are held', () => {
  /** The clock falls back by an hour at two; nobody believes it. */
  const FELL = NOON + HOUR;
  const GIVEN = FELL + 20 * MINUTE;

  const sequences = [
    ['forward', [HOUR]],
    ['back, and forward', [-3 * HOUR, 4 * HOUR]],
    ['forward, back by more, and forward', [2 * HOUR, -5 * HOUR, 4 * HOUR]],
  ] as const;
  const ways = sequences.flatMap(([way, turns]) =>
    [[], [0], [0, 1, 2]].map((killed) => [way, killed.join(' ') || 'none', turns, killed] as const),
  );

  it.each(ways)(
    'stays, and what the clock in doubt stamped is shifted %s; killed before turn: %s',
    (_, _killed, turns, killed) => {
      const folder = workshop.folder();
      let store = begun(folder);
      const { words } = store.clock;
      let offsetS = FELL;
      words.doubt({ boot: BOOT, offsetS, goesOnS: null }, false);
      store.events.add({ ts: FELL, kind: 'clock', severity: 'warn', detail: 'not believed' });
      const add = (tS: number) => store.labels.addNote(`at ${tS}`, tS, GIVEN);
      const named = [FELL - 9 * HOUR, FELL - 90 * MINUTE, FELL - 2 * MINUTE].map((tS) => ({ id: add(tS), tS }));
      const meant = [FELL - 20, FELL + 5 * MINUTE, GIVEN].map((tS) => ({ id: add(tS), tS }));
      let sumS = 0;
      for (const [turn, byS] of turns.entries()) {
        offsetS += byS;
        sumS += byS;
        const doubt = { boot: BOOT, offsetS, goesOnS: null };
        if (killed.includes(turn)) {
          store.close();
          store = workshop.open({ folder });
          expect(store.clock.words.takeUp(BOOT, offsetS, GIVEN + sumS)).toMatchObject({ guessed: 'none' });
          store.clock.words.doubt(doubt, true); // this start does not believe it either
        } else {
          store.clock.words.shift(byS, doubt);
        }
        for (const { id, tS } of named) expect(shifts(store, id, tS, GIVEN), String(tS - FELL)).toEqual([0, sumS]);
        for (const { id, tS } of meant) expect(shifts(store, id, tS, GIVEN), String(tS - FELL)).toEqual([sumS, sumS]);
      }
    },
  );

  it('stays where an older program has noted the doubt, too: it names no label', () => {
    const folder = workshop.folder();
    const store = begun(folder);
    const { words } = store.clock;
    words.doubt({ boot: BOOT, offsetS: FELL, goesOnS: null }, false);
    store.events.add({ ts: FELL, kind: 'clock', severity: 'warn', detail: 'not believed' });
    const id = store.labels.addNote('one', FELL - HOUR, GIVEN);
    const db = openBare(join(folder, 'weatherglass.db'));
    expect(db.prepare("UPDATE job SET state = json_remove(state, '$.named') WHERE name = 'said'").run().changes).toBe(
      1,
    );
    db.close();
    words.shift(HOUR, { boot: BOOT, offsetS: FELL + HOUR, goesOnS: null });
    expect(shifts(store, id, FELL - HOUR, GIVEN)).toEqual([0, HOUR]);
  });

  it('goes with the samples of its time where those prove wrong, too', async () => {
    const store = begun();
    const { words } = store.clock;
    words.doubt({ boot: BOOT, offsetS: FELL, goesOnS: null }, false);
    store.events.add({ ts: FELL, kind: 'clock', severity: 'warn', detail: 'not believed' });
    const add = (tS: number) => store.labels.addNote(`at ${tS}`, tS, GIVEN);
    const [before, sampled, now] = [add(NOON - 9 * HOUR), add(NOON + 10 * MINUTE), add(GIVEN)];
    words.shift(-DAY, { boot: BOOT, offsetS: FELL - DAY, goesOnS: null }); // it will move with the samples
    words.shift(HOUR + DAY, { boot: BOOT, offsetS: FELL + HOUR, goesOnS: null }); // the clock is right
    await moved(store, DAY);
    expect(store.labels.note(before)!.ts).toBe(NOON - 9 * HOUR);
    expect(store.labels.note(sampled)!.ts).toBe(NOON + 10 * MINUTE + DAY);
    expect(store.labels.note(now)).toMatchObject({ ts: GIVEN + HOUR + DAY, givenTs: GIVEN + HOUR + DAY });
  });
});
