import { describe, expect, it } from 'vitest';
import type { StationApi } from '../../src/station/api.ts';
import { ask } from '../support/ask.ts';
import { FakeStation } from '../support/fake-station.ts';
import { serving } from '../support/serve.ts';
import { stationWith } from '../support/station-with.ts';

const scrape = async (station: StationApi | null) => {
  const served = await serving({ station });
  const { text, headers } = await ask(served.port, { path: '/api/metrics' });
  return { text, headers, lines: text.trimEnd().split('\n') };
};

const durations = { count: 4210, sumS: 3.5, p50S: 0.0004, p99S: 0.011, maxS: 0.02 };

describe('the metrics page', () => {
  it('is Prometheus text: a help and a type before each family, and no family twice', async () => {
    const { lines, headers } = await scrape(new FakeStation());
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    const typed = lines.filter((line) => line.startsWith('# TYPE ')).map((line) => line.split(' ')[2]!);
    expect(new Set(typed).size).toBe(typed.length);
    for (const line of lines.filter((l) => !l.startsWith('#'))) {
      expect(line).toMatch(/^weatherglass_[a-z_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? -?[\d.e+-]+$/);
      expect(
        typed.some((name) => line.startsWith(name)),
        line,
      ).toBe(true);
    }
    for (const line of lines.filter((l) => l.includes('TYPE') && l.endsWith('counter')))
      expect(line).toContain('_total ');
  });

  it('speaks base units: pascals, ratios, seconds, bytes', async () => {
    const station = new FakeStation();
    const { pressure, humidity } = await station.telemetry();
    const { text } = await scrape(station);
    const value = (name: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')
          .at(-1),
      );
    expect(value('weatherglass_pressure_pascals{level="sea"}')).toBeCloseTo(pressure! * 100, 6);
    expect(value('weatherglass_humidity_ratio')).toBeCloseTo(humidity! / 100, 9);
    expect(text).not.toMatch(/_(hpa|ms|percent|pct|mb)\b/);
  });

  it('has skill and coverage of each of the 18 heads', async () => {
    const { lines } = await scrape(new FakeStation());
    for (const name of ['forecast_skill_ratio', 'forecast_coverage_ratio']) {
      expect(lines.filter((line) => line.startsWith(`weatherglass_${name}{`))).toHaveLength(18);
    }
  });

  it('has the lateness of the sampling loop and the time of commits as summaries', async () => {
    const figures = () => ({ missedSamples: 2, samplingLateness: durations, storeCommits: durations });
    const { lines } = await scrape(stationWith({ figures }));
    expect(lines).toContain('weatherglass_sampling_lateness_seconds{quantile="0.99"} 0.011');
    expect(lines).toContain('weatherglass_sampling_lateness_seconds_count 4210');
    expect(lines).toContain('weatherglass_store_commit_seconds_sum 3.5');
    expect(lines).toContain('weatherglass_samples_missed_total 2');
  });

  it('leaves out what is not known, rather than calling it zero', async () => {
    const { text } = await scrape(new FakeStation({ variant: 'faulty' }));
    expect(text).not.toContain('weatherglass_humidity_ratio');
    expect(text).not.toMatch(/null|NaN/);
  });

  it('says so when there is no station', async () => {
    const { lines } = await scrape(null);
    expect(lines).toContain('weatherglass_up 0');
  });
});
