import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_S } from '../../../src/base/durations.ts';
import { atOnce } from '../../../src/base/steps.ts';
import { Zone } from '../../../src/base/zone.ts';
import { Outbox } from '../../../src/station/outbox/outbox.ts';
import type { Portion, Terms } from '../../../src/station/outbox/portion.ts';
import { openReadOnly, using } from '../../../src/station/store/sqlite/database.ts';
import { DATABASE_FILE, type Store } from '../../../src/station/store/store.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { NOON, sample, Workshop } from '../store/support.ts';

const TERMS: Terms = {
  staleS: null,
  catchUp: true,
  settleS: 600,
  mostRows: 288,
  corrects: true,
  byDay: true,
  receiver: 'a@hub',
};
const MIDNIGHT = Math.floor(NOON / DAY_S) * DAY_S;

const workshop = new Workshop();
let folder: string;
let clock: FakeClock;
let store: Store;
let outbox: Outbox;

function open(): void {
  store = workshop.open({ clock, folder });
  const nowS = () => clock.nowS();
  outbox = new Outbox({
    zone: new Zone('UTC'),
    store,
    clock,
    nowS,
    isConfirmed: () => true,
    moving: () => false,
    waitingS: () => 0,
  });
  outbox.begin('hub', TERMS);
}
beforeEach(() => {
  folder = workshop.folder();
  clock = new FakeClock(NOON);
  open();
});

const measure = (fromS: number, untilS: number): void => {
  for (let tS = fromS; tS < untilS; tS += 300) store.samples.append(sample(tS + 10, 20));
  store.flush();
};
const next = (): Portion | null => atOnce(outbox.next('hub', TERMS));
const sent = (portion: Portion): void => {
  outbox.leaving(portion, 'hub');
  outbox.arrived('hub', portion);
};
/** As who sends them does: a day that is new is given a number before anything of it goes. */
function numbered(portion: Portion): Portion {
  const { day } = portion;
  if (!day || day.rev !== null) return portion;
  outbox.claim('hub', day.dayS, 0);
  return { ...portion, day: { ...day, rev: 0 } };
}

function drain(): Portion[] {
  const all: Portion[] = [];
  for (let portion = next(); portion; portion = next()) {
    all.push(numbered(portion));
    sent(portion);
  }
  return all;
}
const told = ({ kind, rows, day }: Portion) => [kind, day!.rev, (day!.dayS - MIDNIGHT) / DAY_S, rows.length];

describe('rows that go by days', () => {
  it('are the newest hour of today, then each day from the oldest on, and what of the day must be there', () => {
    measure(MIDNIGHT - DAY_S, NOON);
    expect(drain().map(told)).toEqual([
      ['ahead', 0, 0, 12],
      ['in order', 0, -1, 288],
      ['in order', 0, 0, 142],
    ]);
    measure(NOON, NOON + 600);
    clock.jumpWallS(600);
    const [portion, ...more] = drain();
    expect(more).toEqual([]);
    expect(told(portion!)).toEqual(['in order', 0, 0, 2]);
    expect(portion!.day!.rows).toHaveLength(144);
  });

  it('go again as a whole day under the next number, which no kill takes back', () => {
    measure(MIDNIGHT, NOON);
    drain();
    store.samples.append(sample(MIDNIGHT + 3700, 40));
    store.flush();
    const first = next()!;
    expect(told(first)).toEqual(['again', 1, 0, 142]);
    expect(told(next()!)).toEqual(['again', 1, 0, 142]); // nothing has changed since
    store.close();
    open(); // whether it arrived is not known
    expect(told(next()!)).toEqual(['again', 2, 0, 142]);
    store.samples.append(sample(MIDNIGHT + 3710, 41));
    store.flush();
    const third = next()!;
    expect(told(third)).toEqual(['again', 3, 0, 142]);
    sent(third);
    expect(next()).toBeNull();
    expect(outbox.facts('hub', TERMS).waiting).toBe(0);
    measure(NOON, NOON + 300);
    clock.jumpWallS(300);
    expect(drain().map(told)).toEqual([['in order', 3, 0, 1]]);
  });

  it('that changed while they were on their way go once more when they have arrived', () => {
    measure(MIDNIGHT, NOON);
    const [ahead] = [next()!];
    outbox.leaving(ahead, 'hub'); // and is never heard of again
    store.samples.append(sample(NOON - 1500, 40));
    store.flush();
    expect(drain().map(told)).toEqual([
      ['ahead', 0, 0, 12],
      ['in order', 0, 0, 142],
      ['again', 1, 0, 142],
    ]);
  });

  it('go again from midnight where the receiver holds less than it said', () => {
    measure(MIDNIGHT, NOON);
    drain();
    measure(NOON, NOON + 300);
    clock.jumpWallS(300);
    const short = next()!;
    outbox.leaving(short, 'hub');
    outbox.short('hub', short);
    expect(drain().map(told).at(-1)).toEqual(['in order', 0, 0, 143]);
  });

  it('begin anew for somebody else, and where a clock that ran ahead had left the cursor in the future', () => {
    measure(MIDNIGHT, NOON);
    drain();
    outbox.begin('hub', { ...TERMS, receiver: 'b@hub' });
    expect(drain().at(-1)!.rows).toHaveLength(142);
    store.outbox.passBy('hub', NOON + DAY_S);
    store.outbox.tried('hub', NOON + DAY_S);
    expect(drain().at(-1)!.rows).toHaveLength(142);
    const tried = "SELECT tried_ts FROM outbox WHERE name = 'hub'";
    const triedS = using(openReadOnly(join(folder, DATABASE_FILE)), (db) =>
      db.prepare<[], number>(tried).pluck().get(),
    );
    expect(triedS).toBeLessThanOrEqual(NOON);
  });
});
