import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Methods } from '../../../src/contract/models.ts';
import { Config } from '../../../src/station/config.ts';
import { describeMethods } from '../../../src/station/methods/describe.ts';

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
    expect(params(other, 'store')).toMatchObject({ 'commit interval': '120 s', 'raw samples': '3 days' });
    expect(params(other, 'rain')).toMatchObject({ 'base rate': '5 %' });
    expect(params(other, 'humidity')).toMatchObject({ 'psychrometric term': 'on' });
    expect(params(other, 'filters')).toMatchObject({ 'pressure memory': '900 s' });
    expect(JSON.stringify(other)).toContain('at most the last 120 s');
  });

  it('tells what has been learned so far', () => {
    expect(params(describeWith({}), 'thermal')).toMatchObject({ 'k now': '0.620', 'prior k': '0.55' });
  });
});
