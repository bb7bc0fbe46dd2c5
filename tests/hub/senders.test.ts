import { expect, it } from 'vitest';
import { DAY_S } from '../../src/base/durations.ts';
import { Senders } from '../../src/hub/ingest/senders.ts';
import { FakeClock } from '../support/fake-clock.ts';

const [A1, A2, A3, B1] = ['wg_a-1', 'wg_a-2', 'wg_a-3', 'wg_b-1'];

/** What is heard at which second since the hub began. */
class Heard {
  readonly clock = new FakeClock();
  senders = new Senders(this.clock);
  #atS = 0;

  async at(atS: number): Promise<Senders> {
    await this.clock.advance(1000 * (atS - this.#atS));
    this.#atS = atS;
    return this.senders;
  }

  async claim(atS: number, by: string, changedS = 1): Promise<number | null> {
    return (await this.at(atS)).claim('hill', changedS, by);
  }

  /** The hub ends and begins again, as a file knows it; the time of day is another one by then. */
  restart(byS = 0): void {
    const saved: unknown = JSON.parse(JSON.stringify(this.senders));
    this.clock.jumpWallS(byS);
    this.senders = Senders.fromJSON(saved, this.clock);
  }
}

it('a login belongs to the station that spoke first, as long as it is not silent for an hour', async () => {
  const one = new Heard();
  expect(await one.claim(0, A1)).toBeNull();
  expect(await one.claim(600, B1)).toBe(600);
  expect(one.senders.isShared('hill')).toBe(true);
  expect(one.senders.isShared('dale')).toBe(false);
  expect(await one.claim(900, A1)).toBeNull();
  expect(await one.claim(4200, B1)).toBe(3300);
  expect(await one.claim(5000, B1)).toBeNull(); // it has been replaced
  expect(one.senders.isShared('hill')).toBe(false);
  expect(await one.claim(5100, A1)).toBe(100);
});

it('one that is started again goes on at once, whatever its last words did on their way', async () => {
  const one = new Heard();
  await one.claim(0, A1);
  expect(await one.claim(100, A2)).toBeNull();
  expect(await one.claim(110, A1)).toBeNull();
  expect(await one.claim(400, A2)).toBeNull();
  expect(await one.claim(500, A3)).toBeNull();
  expect(one.senders.isShared('hill')).toBe(false);
});

it('a card that was copied is found when both have spoken in turn: the first goes on', async () => {
  const one = new Heard();
  await one.claim(0, A1);
  await one.claim(100, A2);
  expect(await one.claim(300, A1)).toBeNull();
  expect(await one.claim(400, A2)).toBe(100);
  expect(one.senders.isShared('hill')).toBe(true);
  expect(await one.claim(500, A3)).toBeNull(); // the first one, started again
  expect(await one.claim(600, A2)).toBe(100);
});

it('who has the new secret is the one that is meant', async () => {
  const one = new Heard();
  await one.claim(0, A1);
  expect(await one.claim(60, B1, 2)).toBeNull();
  expect(await one.claim(120, A1, 2)).toBe(60);
});

it.each([
  ['an hour and a half ahead', 5400],
  ['a year ahead', 365 * DAY_S],
  ['three days behind', -3 * DAY_S],
])('a clock of the hub that is set to %s makes nobody silent, and waits for nobody longer', async (_, byS) => {
  const one = new Heard();
  await one.claim(0, A1);
  one.clock.jumpWallS(byS);
  expect(await one.claim(60, B1)).toBe(60);
  expect(one.senders.isShared('hill')).toBe(true);
  one.restart();
  one.clock.jumpWallS(-byS);
  expect(await one.claim(120, B1)).toBe(120);
  expect(await one.claim(3800, B1)).toBeNull();
});

it('a hub that begins again waits for the one it knows as long as it always does, whatever time it is by then', async () => {
  const one = new Heard();
  await one.claim(0, A1);
  await one.claim(60, B1);
  one.restart(DAY_S);
  expect(one.senders.isShared('hill')).toBe(false); // a day later nobody knows of it
  expect(await one.claim(600, B1)).toBe(DAY_S + 600);
  one.restart(-9 * DAY_S);
  expect(await one.claim(700, B1)).toBe(100); // by a clock before all that, it was heard just now
  expect(await one.claim(4300, B1)).toBeNull();
});

it('is known after a restart of the hub, unless its file says nothing that can be read', async () => {
  const one = new Heard();
  await one.claim(0, A1);
  one.restart();
  expect(await one.claim(60, B1)).toBe(60);
  expect(Senders.fromJSON({ hill: 7 }, one.clock).claim('hill', 1, B1)).toBeNull();
});
