import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Config } from '../../../src/config/config.ts';
import { Methods } from '../../../src/contract/models.ts';
import { describeMethods } from '../../../src/station/methods/describe.ts';
import { Bench } from '../../support/station.ts';

const facts = { hardware: 'simulator', kNow: 0.62, humidityOffsetNow: 1.5 };
const describeWith = (settings: unknown) => describeMethods(Config.parse(settings), facts);
const params = (methods: Methods, id: string) => methods.pipeline.find((stage) => stage.id === id)?.params;

describe('the description of the methods', () => {
  it('fits the contract, and its flow joins only stages there are', () => {
    const methods = Methods.parse(describeWith({}));
    const ids = methods.pipeline.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(methods.flow.flat().filter((id) => !ids.includes(id))).toEqual([]);
    expect(methods.features).toHaveLength(33);
  });

  it('has words for everything that flows between the stages', () => {
    const english = readFileSync(join(import.meta.dirname, '../../../src/locales/en.json'), 'utf8');
    const words = JSON.parse(english) as Record<string, string>;
    const flows = describeWith({}).pipeline.flatMap(({ consumes, produces }) => [...consumes, ...produces]);
    expect(flows.filter((name) => words[`methods.flow.${name}`] === undefined)).toEqual([]);
  });

  it('names the place of each stage in the source', () => {
    const src = join(import.meta.dirname, '../../../src');
    const modules = describeWith({}).pipeline.map(({ module }) => module);
    expect(modules.filter((path) => !existsSync(join(src, path)) && !existsSync(join(src, `${path}.ts`)))).toEqual([]);
  });

  it('changes its words when a setting changes', () => {
    const usual = describeWith({});
    const other = describeWith({
      storage: { commit_interval_s: 120, raw_retention_days: 3 },
      forecast: { rain_base_rate: 0.05 },
      compensation: { psychrometric: true },
      filters: { pressure_memory_s: 900 },
    });
    expect(params(usual, 'store')).toMatchObject({ 'commit interval': '30 s', 'raw samples': '7 days' });
    expect(params(other, 'store')).toMatchObject({ 'commit interval': '2 min', 'raw samples': '3 days' });
    expect(params(other, 'rain')).toMatchObject({ 'base rate': '5 %' });
    expect(params(other, 'humidity')).toMatchObject({ 'psychrometric term': 'on' });
    expect(params(other, 'filters')).toMatchObject({ 'pressure memory': '15 min' });
    expect(JSON.stringify(other)).toContain('at most the last 2 min');
  });

  it('says of a young station what is true: it does not begin with persistence alone', async () => {
    const bench = new Bench({ sensors: { sample_interval_s: 30 } });
    await bench.station.start();
    await bench.clock.advance(7 * 3_600_000);
    const { targets } = bench.station.forecasts.forecast(false);
    const learned = Object.values(targets).flatMap((entries) => entries.map(({ weights }) => weights.learned ?? 0));
    const { pipeline } = bench.station.watch.methods();
    await bench.station.stop();
    bench.discard();
    expect(learned.filter((weight) => weight > 0).length).toBeGreaterThan(learned.length / 2);
    expect(JSON.stringify(pipeline)).not.toMatch(/persistence alone/);
    expect(JSON.stringify(pipeline)).toMatch(/begins with what stations elsewhere have learned/);
  });

  it('tells what has been learned so far', () => {
    expect(params(describeWith({}), 'thermal')).toMatchObject({ 'k now': '0.620', 'prior k': '0.55' });
  });
});
