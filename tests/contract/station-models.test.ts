import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Anomaly } from '../../src/contract/conditions.ts';
import type { ForecastBundle, Outlook, Scorecard } from '../../src/contract/forecast.ts';
import type { Daily, History, HistoryRange, Records, Storage } from '../../src/contract/history.ts';
import type { Models, Nerd } from '../../src/contract/models.ts';
import { ask } from '../support/ask.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { openRealStation, type RealStation } from '../support/real-station.ts';
import { type Served, serve } from '../support/serve.ts';

const TARGETS = ['temperature', 'humidity', 'pressure'];
const HORIZONS = [900, 3600, 10_800, 21_600, 43_200, 86_400];

interface World {
  clock: FakeClock;
  real: RealStation;
  served: Served;
  get<T>(path: string): Promise<T>;
}
/** A fifth of the samples, and before them one in five minutes: ticks are what forecasts are made of. They learn once, when they are told to. */
const settings = { sensors: { sample_interval_s: 10 }, forecast: { train_at_start_hours: 2 } };

async function open(historyDays: number): Promise<World> {
  const clock = new FakeClock();
  const real = await openRealStation({ clock, historyDays, stepS: 300, settings });
  const served = await serve({ station: real.station });
  if (historyDays > 0) {
    await real.station.forecasts.train(720);
    for (let i = 0; i < 40; i += 1) await clock.advance(300_000); // more than 18 ticks: every head has been looked at
  }
  return { clock, real, served, get: async <T>(path: string) => (await ask(served.port, { path })).json as T };
}

let cold: World;
let warm: World;
beforeAll(async () => {
  cold = await open(0);
  warm = await open(6);
});
afterAll(async () => {
  for (const { served, real } of [cold, warm]) {
    await served.server.stop();
    await real.close();
  }
});

const hasDecimals = (x: number, places: number) => expect(Number(x.toFixed(places))).toBe(x);

describe('forecasts of the engine', () => {
  it('[2.5a] [4.8] cold: the empty shape', async () => {
    expect(await cold.get('/api/forecast')).toEqual({
      issued_ts: null,
      anchors: {},
      targets: { temperature: [], humidity: [], pressure: [] },
      warming_up: true,
    });
  });

  it('[2.5b] [4.6] warm: six entries per target, made when somebody asks', async () => {
    const bundle = await warm.get<ForecastBundle>('/api/forecast?refresh=1');
    expect(Object.keys(bundle.targets).sort()).toEqual([...TARGETS].sort());
    expect(bundle.warming_up ?? false).toBe(false);
    expect(bundle.issued_ts).toBeCloseTo(warm.real.station.nowS(), 0);
    for (const entries of Object.values(bundle.targets)) {
      expect(entries.map(({ horizon_s }) => horizon_s)).toEqual(HORIZONS);
      for (const { mu, lo, hi, weights } of entries) {
        expect(lo!).toBeLessThanOrEqual(mu!);
        expect(hi!).toBeGreaterThanOrEqual(mu!);
        expect(weights.persistence! + weights.climatology! + weights.learned!).toBeCloseTo(1, 5);
      }
    }
  });

  it('[2.6a] [3d] cold: an outlook that says it is not ready', async () => {
    const { method, caveat, ...rest } = await cold.get<Outlook>('/api/outlook');
    expect(rest).toEqual({
      issued_ts: null,
      ready: false,
      annual_terms: false,
      history_days: 0,
      targets: { temperature: [], humidity: [], pressure: [] },
    });
    expect([method, caveat].every((text) => text.length > 20)).toBe(true);
  });

  it('[2.6b] [2.6c] [4.9] warm: an outlook that says what it is and what it cannot see', async () => {
    const outlook = await warm.get<Outlook>('/api/outlook');
    expect(outlook.method.toLowerCase()).toMatch(/harmonic climatology.*exponentially decaying anomaly/);
    expect(outlook.caveat.toLowerCase()).toMatch(/single point sensor cannot observe approaching systems/);
    expect(outlook.caveat.toLowerCase()).toMatch(/days 2 to 7.*climatological outlook.*not a forecast/);
    hasDecimals(outlook.history_days, 2);
    expect(outlook.ready).toBe(true);
    for (const entries of Object.values(outlook.targets)) expect(entries.length).toBeGreaterThan(40);
  });

  it('[2.9] the scorecard explains its skill', async () => {
    const { rows, explainer } = await warm.get<Scorecard>('/api/scorecard');
    expect(Array.isArray(rows)).toBe(true);
    expect(explainer).toMatch(/skill = 1 - MAE\s?\/\s?MAE_persistence/);
    expect(explainer).toMatch(/[Aa]bove zero .*beats persistence/);
    expect(explainer).toMatch(/[Bb]elow zero/);
  });
});

describe('models and internals of the engine', () => {
  it('[2.8a] [2.8b] [2.8c] [2.8d] models has its four parts', async () => {
    const models = await warm.get<Models>('/api/models');
    expect(models.nowcast).toHaveLength(18);
    expect(Object.keys(models.climatology)).toEqual(['ready', 'annual_terms', 'history_days', 'residual_std']);
    hasDecimals(models.climatology.history_days, 2);
    expect(Object.keys(models.precipitation)).toEqual(
      expect.arrayContaining(['coefficients', 'strong_labels', 'weak_labels', 'logloss_ewma']),
    );
    expect(Object.keys(models.calibration)).toEqual(
      expect.arrayContaining(['k', 'P', 'lam', 'k_min', 'k_max', 'prior', 'n', 'last_residual', 'last_ts']),
    );
  });

  describe.each(['cold', 'warm'])('/api/nerd, %s', (state) => {
    let nerd: Nerd;
    beforeAll(async () => {
      nerd = await (state === 'cold' ? cold : warm).get<Nerd>('/api/nerd');
    });

    it('[2.10a] names 33 features', () => {
      expect(new Set(nerd.feature_names).size).toBe(33);
    });

    it('[2.10b] shows each filter with its ten members', () => {
      expect(Object.keys(nerd.filters)).toHaveLength(3);
      for (const filter of Object.values(nerd.filters)) {
        expect(Object.keys(filter).sort()).toEqual(
          ['initialised', 'level', 'nis', 'p_cross', 'p_level', 'p_rate', 'q', 'r', 'rate_per_h', 'sigma_level'].sort(),
        );
        expect(typeof filter.initialised).toBe('boolean');
        if (filter.p_level !== null) expect(filter.sigma_level!).toBeCloseTo(Math.sqrt(filter.p_level), 3);
      }
    });

    it('[2.10c] shows both compensators in their dictionary form', () => {
      expect(Object.keys(nerd.compensators.thermal)).toEqual(
        expect.arrayContaining(['k', 'P', 'lam', 'k_min', 'k_max', 'prior', 'n']),
      );
      expect(Object.keys(nerd.compensators.humidity)).toEqual(
        expect.arrayContaining(['offset', 'P', 'lam', 'off_min', 'off_max', 'prior', 'n', 'psychrometric']),
      );
      expect([nerd.compensators.humidity.off_min, nerd.compensators.humidity.off_max]).toEqual([-35, 35]);
    });

    it('[2.10d] sorts its 18 heads by target and horizon', () => {
      const expected = [...TARGETS].sort().flatMap((target) => HORIZONS.map((h) => `${target}@${h}`));
      expect(nerd.heads.map(({ target, horizon_s }) => `${target}@${horizon_s}`)).toEqual(expected);
      for (const head of nerd.heads) {
        expect(Object.keys(head).sort()).toEqual(
          [
            ...['target', 'horizon_s', 'n_updates', 'trace_p', 'cond_p', 'theta_norm', 'rmse_ewma', 'lam', 'p_max'],
            ...['eff_memory', 'alpha', 'alpha_target', 'coverage', 'halfwidth', 'weights', 'theta'],
          ].sort(),
        );
      }
    });

    it('[2.10e] derives the memory of each head from its forgetting', () => {
      for (const { lam, eff_memory } of nerd.heads) expect(eff_memory! * (1 - lam!)).toBeCloseTo(1, 6);
    });

    it('[2.10g] knows coverage and half-width or says null', () => {
      for (const { coverage, halfwidth } of nerd.heads) {
        if (coverage !== null) expect(coverage >= 0 && coverage <= 1).toBe(true);
        if (halfwidth !== null) expect(halfwidth).toBeGreaterThan(0);
      }
    });

    it('[2.10h] rounds theta to six decimals', () => {
      for (const { theta } of nerd.heads) for (const weight of theta) hasDecimals(weight!, 6);
    });

    it('[2.10i] counts coefficients and gives the days to three decimals', () => {
      hasDecimals(nerd.climatology.history_days, 3);
      expect(Object.keys(nerd.climatology).sort()).toEqual(
        [
          'annual_harmonics',
          'annual_terms',
          'diurnal_harmonics',
          'history_days',
          'n_coefficients',
          'ready',
          'residual_std',
          'ridge',
        ].sort(),
      );
    });

    it('[2.10j] shows what the rain learner weighs', () => {
      expect(Object.keys(nerd.precipitation)).toEqual(
        expect.arrayContaining(['coefficients', 'strong_labels', 'weak_labels', 'logloss_ewma']),
      );
    });

    it('[2.10k] gives z with four decimals, or an empty list', () => {
      const { novelty, drift } = nerd.monitoring;
      expect(Object.keys(novelty).sort()).toEqual(['d2', 'dims', 'n', 'threshold', 'z'].sort());
      expect(Object.keys(drift).sort()).toEqual(['alarms', 'delta', 'm_neg', 'm_pos', 'mean', 'n'].sort());
      for (const z of novelty.z) if (z !== null) hasDecimals(z, 4);
    });

    it('[2.10l] [2.10m] draws a histogram of each signal, or says how few innovations there are', () => {
      expect(Object.keys(nerd.innovation).sort()).toEqual(Object.keys(nerd.filters).sort());
      for (const { counts, edges, n, ...moments } of Object.values(nerd.innovation)) {
        if (n < 20) {
          expect({ counts, edges, ...moments }).toEqual({ counts: [], edges: undefined });
          continue;
        }
        expect(counts).toHaveLength(21);
        expect(counts.reduce((sum, c) => sum + c, 0)).toBe(n);
        expect(edges).toHaveLength(22);
        expect([edges![0], edges![21]]).toEqual([-4, 4]);
        for (const edge of edges!) hasDecimals(edge, 2);
        expect(Object.keys(moments).sort()).toEqual(['kurtosis', 'mean', 'skew', 'std']);
        expect(n).toBeLessThanOrEqual(600);
      }
    });

    it('[2.10n] has a point of reliability for each head whose coverage is known', () => {
      const known = nerd.heads.filter(({ coverage }) => coverage !== null);
      expect(nerd.reliability.points).toHaveLength(known.length);
      for (const [i, { target, horizon_s, nominal, realised }] of nerd.reliability.points.entries()) {
        expect([target, horizon_s]).toEqual([known[i]!.target, known[i]!.horizon_s]);
        expect(nominal).toBeCloseTo(1 - known[i]!.alpha_target!, 6);
        expect(realised).toBe(known[i]!.coverage);
      }
    });
  });

  it('[2.10f] knows the condition of every covariance, from the first second', async () => {
    const young = await cold.get<Nerd>('/api/nerd');
    // A covariance that nothing was learned with is a multiple of the unit matrix.
    expect(young.heads.map(({ cond_p }) => cond_p)).toEqual(Array.from({ length: 18 }, () => 1));
    const { heads } = await warm.get<Nerd>('/api/nerd');
    expect(heads).toHaveLength(18);
    for (const { cond_p } of heads) expect(cond_p).toBeGreaterThanOrEqual(1);
  });

  it('[4.25] looking inside changes nothing', async () => {
    const before = await warm.get<Nerd>('/api/nerd');
    for (let i = 0; i < 5; i += 1) await warm.get('/api/nerd');
    expect(await warm.get<Nerd>('/api/nerd')).toEqual(before);
  });

  it('[4.23] describes its methods from the settings it runs with', async () => {
    const usual = await openRealStation({ clock: new FakeClock() });
    const other = await openRealStation({ clock: new FakeClock(), settings: { compensation: { k_prior: 0.71 } } });
    const [before, after] = [usual.station.watch.methods(), other.station.watch.methods()];
    expect(JSON.stringify(after)).toContain('0.71');
    expect(JSON.stringify(after)).not.toBe(JSON.stringify(before));
    expect(after.features).toHaveLength(33);
    await usual.close();
    await other.close();
  });

  it('[2.7] the anomaly response ends with at most 20 monitor events', async () => {
    const { store, station } = warm.real;
    for (let i = 0; i < 30; i += 1) {
      store.events.add({ ts: station.nowS() + i / 1000, kind: 'drift', severity: 'warn', detail: `made up ${i}` });
      store.events.add({ ts: station.nowS() + i / 1000, kind: 'label', severity: 'info', detail: 'no monitor event' });
    }
    const { events } = await warm.get<Anomaly>('/api/anomaly');
    expect(events).toHaveLength(20);
    expect(new Set(events.map(({ kind }) => kind))).not.toContain('label');
    expect(events[0]!.detail).toBe('made up 29');
  });
});

describe('the history of the engine', () => {
  it('[2.2a] [4.19] keeps every k-th row in eight series of equal length', async () => {
    const { n, hours, series } = await warm.get<History>('/api/history?hours=24&max_points=100');
    expect(hours).toBe(24);
    const columns = Object.entries(series) as Array<[string, unknown[]]>;
    expect(columns.map(([name]) => name)).toEqual([
      ...['ts', 'temperature', 'humidity', 'pressure', 'dew_point', 'temperature_rate', 'pressure_rate', 'lux'],
    ]);
    for (const [, values] of columns) expect(values).toHaveLength(n);
    const all24h = await warm.get<History>('/api/history?hours=24&max_points=5000'); // k is 1: every row
    expect(n).toBe(Math.ceil(all24h.n / Math.floor(all24h.n / 100)));
  });

  it('[2.2b] is {n: 0, series: {}} where nothing was stored', async () => {
    await cold.clock.advance(1000);
    expect(await cold.get<History>('/api/history?hours=0.0001')).toMatchObject({ n: 0, series: {} });
    const far = await warm.get<HistoryRange>('/api/history/range?start=1000000&end=1003600');
    expect([far.n, far.series]).toEqual([0, {}]);
  });

  it('[2.3] [4.20] [8.5] has a row per local day, newest first', async () => {
    const { days } = await warm.get<Daily>('/api/history/daily?days=5');
    expect(days.length === 5 || days.length === 6).toBe(true);
    expect(days.map(({ day }) => day)).toEqual(
      days
        .map(({ day }) => day)
        .sort()
        .reverse(),
    );
    const inHours = await warm.get<Daily>('/api/history/daily?hours=48');
    expect(inHours.days.length).toBeLessThan(days.length);
  });

  it('[2.4] [4.22] tells what is kept where, and that nothing is deleted', async () => {
    const { tiers, bytes, policy } = await warm.get<Storage>('/api/storage');
    expect(tiers.map(({ tier, label }) => [tier, label])).toEqual([
      [0, 'raw'],
      [1, '5 minute'],
      [2, 'hourly'],
    ]);
    expect(bytes).toBeGreaterThan(10_000);
    expect(policy).toMatchObject({ raw_retention_days: 7, five_min_retention_days: 90 });
    expect(policy.note.toLowerCase()).toMatch(/nothing is (ever )?deleted.*downsampled/);
    expect(policy.note).toMatch(/5-minute means.*hourly/);
  });

  it('[4.21] has extremes with their times', async () => {
    const { coverage, ...extremes } = await warm.get<Records>('/api/records');
    expect(coverage.rows).toBeGreaterThan(2500);
    for (const [name, extreme] of Object.entries(extremes)) {
      expect(extreme, name).not.toBeNull();
      expect(extreme!.ts >= coverage.first_ts! - 3600 && extreme!.ts <= coverage.last_ts!, name).toBe(true);
    }
  });

  it('[6.2a] events are stored and read, newest first', async () => {
    const events = await cold.get<Array<{ kind: string }>>('/api/events');
    expect(events.at(-1)).toMatchObject({ kind: 'startup', severity: 'info' });
    expect((await cold.get<{ events: unknown[] }>('/api/status')).events).toEqual(events.slice(0, 15));
  });
});
