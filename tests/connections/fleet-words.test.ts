import { describe, expect, it } from 'vitest';
import { fleetBench } from './support/fleet-bench.ts';
import { NOON } from './support/measured.ts';

const DAY = Math.floor(NOON / 86_400);

const bench = fleetBench();

function say(tS: number): void {
  const entry = (horizonS: number, mu: number) => ({
    horizon_s: horizonS,
    horizon_label: '',
    valid_ts: tS + horizonS,
    mu,
    lo: mu - 1.5,
    hi: mu + 1.5,
    delta: null,
    sigma: null,
    weights: { persistence: null, climatology: null, learned: null },
  });
  const level = 10 + ((tS / 3600) % 24);
  bench().world.store.issued.keep({
    issued_ts: tS,
    anchors: {},
    targets: { temperature: [entry(3600, level), entry(21_600, level + 1)], pressure: [entry(86_400, 1013)] },
  });
}

function score(day: number, hits: number): void {
  const sums = { n: 288, absolute: 100, signed: 0, squared: 90, persistence: 200, climatology: 0, nClimatology: 0 };
  const state = { ...sums, judged: 288, hits, width: 900, winkler: 1000, crps: 60 };
  bench().world.store.scores.save([
    { day, target: 'temperature', horizonS: 3600, state },
    { day, target: 'humidity', horizonS: 900, state },
  ]);
}

const of = (metric: string) =>
  bench()
    .hub.values()
    .filter((one) => one.metric === metric);

describe('what a station foretold', () => {
  it('is at the hub once, at its time of issue, whatever became of the answers', async () => {
    for (let tS = NOON - 60 * 3600; tS < NOON; tS += 3600) say(tS);
    bench().hub.trouble = ({ method, body }, posts) => {
      if (method !== 'POST' || !body.includes('wx_fc')) return null;
      return posts % 3 === 0 ? 'store, no answer' : posts % 3 === 1 ? 'no store, 204' : null;
    };
    bench().start();
    await bench().world.clock.advance(900_000);
    bench().hub.trouble = () => null;
    say(NOON);
    await bench().world.clock.advance(1_200_000);
    expect(of('wx_fc_mu')).toHaveLength(61 * 3);
    expect(of('wx_fc_halfwidth').every(({ value }) => value === 1.5)).toBe(true);
    const sixHours = of('wx_fc_mu').filter(({ tags }) => tags['horizon'] === '6h');
    for (const { tS, value, tags } of sixHours) {
      expect(tags).toEqual({ target: 'temperature', horizon: '6h' });
      expect(value).toBeCloseTo(11 + ((tS / 3600) % 24), 3);
    }
    expect(new Set(sixHours.map(({ tS }) => tS)).size).toBe(61);
    expect(bench().hub.contradictions).toEqual([]);
  });

  it('does not go before it has settled, nor twice after a restart', async () => {
    say(NOON);
    bench().start();
    await bench().world.clock.advance(500_000);
    expect(of('wx_fc_mu')).toHaveLength(0);
    await bench().world.clock.advance(200_000);
    expect(of('wx_fc_mu')).toHaveLength(3);
    await bench().stop();
    const said = bench().hub.posts.length;
    bench().start();
    await bench().world.clock.advance(60_000);
    expect(
      bench()
        .hub.posts.slice(said)
        .flat()
        .filter(({ metric }) => metric.startsWith('wx_fc')),
    ).toEqual([]);
  });

  it('and how well it did is there per day, an hour after its end, what came before included', async () => {
    for (let day = DAY - 5; day <= DAY; day += 1) score(day, 250 + (day - DAY));
    bench().hub.nowS = () => bench().world.clock.nowS();
    const one = bench().start();
    await bench().world.clock.advance(60_000);
    expect(of('wx_score_skill').map(({ value }) => value)).toEqual(Array.from({ length: 10 }, () => 0.5));
    expect(of('wx_score_n').filter(({ tS }) => tS === DAY * 86_400)).toEqual([]);
    score(DAY, 260);
    bench().world.clock.jumpWallS(13 * 3600);
    await bench().world.clock.advance(700_000);
    const today = bench()
      .hub.values()
      .filter(({ metric, tS }) => metric.startsWith('wx_score') && tS === DAY * 86_400);
    const said = (metric: string) => today.filter((value) => value.metric === metric).map(({ value }) => value);
    expect(said('wx_score_skill')).toEqual([0.5, 0.5]);
    expect(said('wx_score_coverage')).toEqual([0.9028, 0.9028]);
    expect(said('wx_score_n')).toEqual([288, 288]);
    expect(one.status()).toMatchObject({ state: 'ok', last_error: null });
  });
});
