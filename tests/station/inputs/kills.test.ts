import { cpSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { atOnce } from '../../../src/base/steps.ts';
import type { Station } from '../../../src/station/app/station.ts';
import { decodeConsole } from '../../../src/station/inputs/families/console.ts';
import { noBoard } from '../../../src/station/inputs/heard-board.ts';
import fc from '../../support/drawn.ts';
import { Bench } from '../../support/station.ts';
import { times } from '../../support/times.ts';

const START_S = Date.UTC(2026, 5, 14, 6) / 1000;
const settings = { sensors: { source: 'ecowitt', sample_interval_s: 8 }, storage: { commit_interval_s: 30 } };
/** What a gateway, its radio, its owner and the power do. */
const DEEDS = [
  'report',
  'report',
  'report',
  'twice',
  'lost',
  'fall',
  'rise',
  'null',
  'begins again',
  'name',
  'restart',
  'kill',
] as const;
type Deed = (typeof DEEDS)[number];

const lives: Bench[] = [];
afterEach(() => {
  for (const bench of lives.splice(0)) bench.discard();
});

/** A house with one gauge, over stops and kills. */
class House {
  #bench = new Bench(settings, START_S);
  #station: Station = this.#bench.build(noBoard);
  /** The counter of the gauge now, since the first reading, in tenths of a millimetre. */
  tenths = 5000;
  fell = 0;

  async start(): Promise<void> {
    lives.push(this.#bench);
    await this.#station.start();
  }

  hear(mm: number | null): void {
    const value = mm === null ? '--' : (mm / 25.4).toFixed(5);
    const body = `PASSKEY=A&stationtype=G&tempf=60&yearlyrainin=${value}`;
    this.#station.inputs.take(decodeConsole(body, 'POST', '192.0.2.7'));
  }

  pass = (s: number): Promise<void> => this.#bench.clock.advance(s * 1000);

  async do(deed: Deed, tips: number): Promise<void> {
    this.tenths += deed === 'begins again' ? 0 : tips;
    this.fell += deed === 'begins again' ? 0 : tips;
    const mm = this.tenths / 10;
    if (deed === 'twice') for (const _ of [1, 2]) this.hear(mm);
    else if (deed === 'fall') this.hear(mm / 2);
    else if (deed === 'rise') this.hear(mm + 700);
    else if (deed === 'null') this.hear(null);
    else if (deed !== 'lost' && deed !== 'begins again') this.hear(mm);
    if (deed === 'begins again') await this.#beginAgain();
    await this.pass(8 + tips); // sampled, and committed or not
    if (deed === 'name') this.#station.inputs.adopt(this.#station.inputs.list().inputs[0]!.id, { name: `n${tips}` });
    if (deed === 'restart') await this.#next(true);
    if (deed === 'kill') await this.#next(false);
    await this.pass(20);
  }

  /** A new battery in dry weather: the counter is believed with its second reading. */
  async #beginAgain(): Promise<void> {
    this.hear(this.tenths / 10);
    await this.pass(24);
    this.tenths = 0;
    for (const _ of [1, 2, 3]) {
      this.hear(0);
      await this.pass(24);
    }
  }

  /** The next start, behind a clean stop or on what the disk holds at this moment. */
  async #next(isClean: boolean): Promise<void> {
    const [before, station] = [this.#bench, this.#station];
    if (isClean) await station.stop();
    this.#bench = new Bench(settings, before.clock.nowS() + 30);
    lives.push(this.#bench);
    cpSync(before.folder, this.#bench.folder, { recursive: true });
    if (!isClean) await station.stop();
    this.#station = this.#bench.build(noBoard);
    await this.#station.start();
  }

  async measured(): Promise<number> {
    await this.pass(60);
    this.#station.commitNow();
    const range = atOnce(this.#station.history.range(START_S - 3600, START_S + 86_400, 3600));
    const { rain } = range.series as Record<string, (number | null)[]>;
    await this.#station.stop();
    return rain!.reduce<number>((sum, mm) => sum + (mm ?? 0), 0);
  }
}

describe('rain of a gauge over gateways, radios, stops and kills', () => {
  const deeds = fc.array(fc.record({ deed: fc.constantFrom(...DEEDS), tips: fc.integer({ min: 0, max: 30 }) }), {
    minLength: 6,
    maxLength: 24,
  });

  it('is all that fell behind a counter that began again just before a kill', async () => {
    const house = new House();
    await house.start();
    house.hear(500);
    await house.pass(40);
    await house.do('begins again', 0);
    await house.do('kill', 0);
    for (const [deed, tips] of [
      ['report', 0],
      ['rise', 0],
      ['report', 1],
      ['report', 0],
    ] as const)
      await house.do(deed, tips);
    expect(await house.measured()).toBeCloseTo(0.1, 2);
  });

  it('is all that fell, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(deeds, async (drawn) => {
        const house = new House();
        await house.start();
        house.hear(500);
        await house.pass(40);
        let before: Deed = 'report';
        for (const { deed: wanted, tips } of drawn) {
          // Singly wrong: behind a wrong reading comes a good one.
          const deed: Deed = ['fall', 'rise'].includes(before) ? 'report' : wanted;
          await house.do(deed, tips);
          before = deed;
        }
        for (const _ of [1, 2]) await house.do('report', 0);
        expect(await house.measured()).toBeCloseTo(house.fell / 10, 2);
      }),
      { numRuns: times(5) },
    );
  });
});
