import { DAY_S } from '../../../src/base/durations.ts';
import type { Steps } from '../../../src/base/steps.ts';
import { Zone } from '../../../src/base/zone.ts';
import type { Glance } from '../../../src/contract/glance.ts';
import type { Daily, History, HistoryRange, Records, Storage } from '../../../src/contract/history.ts';
import type { MonthReport } from '../../../src/contract/report.ts';
import type { Units } from '../../../src/quantities/imperial.ts';
import { glance } from '../../../src/station/answers/glance/glance.ts';
import { monthReport } from '../../../src/station/answers/month-report.ts';
import { monthCsv, monthText } from '../../../src/station/answers/month-text.ts';
import type { HistoryFacet } from '../../../src/station/api.ts';
import type { PastRow } from '../../../src/station/store/queries/past-rows.ts';
import { ENGLISH, type Speaker } from '../../../src/words/speaker.ts';
import type { FakeWeather } from '../fake-weather.ts';
import type { FakeWorld } from './world.ts';

const BUCKETS_S = [30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 604_800];

/** Rows that are worked out from the sines when somebody asks for them. */
export class FakeHistory implements HistoryFacet {
  constructor(private readonly world: FakeWorld) {}

  nowS(): number {
    return this.world.nowS();
  }

  *recent(hours: number, maxPoints: number): Steps<History> {
    const times = this.world.times(this.world.nowS() - hours * 3600, this.world.nowS(), 30);
    const every = Math.max(1, Math.floor(times.length / maxPoints));
    const ts = times.filter((_, i) => i % every === 0);
    if (ts.length === 0) return { n: 0, series: {} };
    const rows = ts.map(this.world.weather);
    return {
      n: ts.length,
      hours,
      series: {
        ts,
        temperature: rows.map((r) => r.temperatureC),
        humidity: rows.map((r) => r.humidityPct),
        pressure: rows.map((r) => r.pressureHpa),
        dew_point: rows.map((r) => r.dewC),
        temperature_rate: rows.map((r) => r.temperatureRateCPerH),
        pressure_rate: rows.map((r) => r.pressureRateHpaPerH),
        lux: rows.map((r) => r.lux),
      },
    };
  }

  *range(startS: number, endS: number, pinnedS: number | undefined): Steps<HistoryRange> {
    const bucket_s = pinnedS ?? BUCKETS_S.find((s) => (endS - startS) / s <= 700) ?? 604_800;
    const ts = this.world.times(Math.floor(startS / bucket_s) * bucket_s, endS, bucket_s);
    if (ts.length === 0) return { n: 0, bucket_s, series: {} };
    const rows = ts.map(this.world.weather);
    const column = (of: (row: FakeWeather) => number, spread = 0) => rows.map((row) => of(row) + spread);
    return {
      n: ts.length,
      bucket_s,
      start: startS,
      end: endS,
      series: {
        ts,
        temp: column((r) => r.temperatureC),
        temp_lo: column((r) => r.temperatureC, -0.4),
        temp_hi: column((r) => r.temperatureC, 0.4),
        hum: column((r) => r.humidityPct),
        hum_lo: column((r) => r.humidityPct, -1.5),
        hum_hi: column((r) => r.humidityPct, 1.5),
        press: column((r) => r.pressureHpa),
        press_lo: column((r) => r.pressureHpa, -0.2),
        press_hi: column((r) => r.pressureHpa, 0.2),
        dew: column((r) => r.dewC),
        lux: column((r) => r.lux),
        temp_rate: column((r) => r.temperatureRateCPerH),
        press_rate: column((r) => r.pressureRateHpaPerH),
        cpu: column((r) => r.cpuC),
        temp_raw: column((r) => r.temperatureC, 3),
        hum_raw: column((r) => r.humidityPct, -4),
        n: ts.map(() => Math.max(1, Math.floor(bucket_s / 30))),
      },
    };
  }

  *daily(hours: number): Steps<Daily> {
    const days = hours / 24;
    const now = this.world.nowS();
    const first = Math.floor((now - Math.min(days * DAY_S, this.world.historyS)) / DAY_S);
    const count = this.world.historyS === 0 ? 0 : Math.floor(now / DAY_S) - first;
    return {
      days: Array.from({ length: count }, (_, i) => {
        const startS = (first + count - i) * DAY_S;
        const rows = Array.from({ length: 24 }, (_, h) => this.world.weather(startS + h * 3600));
        const temps = rows.map((r) => r.temperatureC);
        const hums = rows.map((r) => r.humidityPct);
        const presses = rows.map((r) => r.pressureHpa);
        return {
          day: new Date(startS * 1000).toISOString().slice(0, 10),
          first_ts: startS,
          last_ts: Math.min(now, startS + DAY_S - 30),
          n: 2880,
          temp_min: Math.min(...temps),
          temp_max: Math.max(...temps),
          temp_mean: mean(temps),
          temp_max_ts: startS + temps.indexOf(Math.max(...temps)) * 3600,
          temp_min_ts: startS + temps.indexOf(Math.min(...temps)) * 3600,
          hum_min: Math.min(...hums),
          hum_max: Math.max(...hums),
          hum_mean: mean(hums),
          press_min: Math.min(...presses),
          press_max: Math.max(...presses),
          press_mean: mean(presses),
          dew_mean: mean(rows.map((r) => r.dewC)),
          lux_max: Math.max(...rows.map((r) => r.lux)),
        };
      }),
    };
  }

  report(month?: string): Steps<MonthReport> {
    const usual = () => ({ mu_min: 6, mu_max: 14, lo: 2, hi: 18 });
    return monthReport({ ...this.#sources(), units: 'metric', name: 'Garden', usual }, month);
  }

  glance(): Steps<Glance> {
    return glance({ ...this.#sources(), range: (fromS, toS, bucketS) => this.range(fromS, toS, bucketS) });
  }

  #sources() {
    const zone = new Zone('UTC');
    const daily = () => this.daily(24 * 400);
    return {
      zone,
      nowS: this.world.nowS(),
      firstS: this.records().coverage.first_ts,
      days: function* (first: number, last: number) {
        const { days } = yield* daily();
        return days.filter(({ first_ts: tS }) => zone.dayOf(tS) >= first && zone.dayOf(tS) <= last);
      },
    };
  }

  *reportText(month?: string, speaker: Speaker = ENGLISH, units: Units = 'metric'): Steps<string> {
    return monthText(yield* this.report(month), new Zone('UTC'), speaker, units);
  }
  *reportCsv(month?: string, units: Units = 'metric'): Steps<string> {
    return monthCsv(yield* this.report(month), units);
  }

  records(): Records {
    const ago = (days: number, value: number) =>
      this.world.historyS === 0 ? null : { ts: this.world.nowS() - Math.min(days * DAY_S, this.world.historyS), value };
    return {
      temp_max: ago(4.3, 27.91),
      temp_min: ago(11.8, 2.43),
      hum_max: ago(2.1, 97.2),
      hum_min: ago(4.4, 31.5),
      press_max: ago(20.2, 1023.6),
      press_min: ago(17.6, 1001.9),
      dew_max: ago(3.3, 16.2),
      dew_min: ago(12, -1.4),
      rate_rise: ago(17.1, 1.9),
      rate_fall: ago(17.9, -2.6),
      coverage: {
        first_ts: this.world.historyS === 0 ? null : this.world.nowS() - this.world.historyS,
        last_ts: this.world.historyS === 0 ? null : this.world.nowS(),
        rows: Math.floor(this.world.historyS / 30),
      },
    };
  }

  storage(): Storage {
    const now = this.world.nowS();
    const tier = (
      tier: 0 | 1 | 2,
      label: 'raw' | '5 minute' | 'hourly',
      fromDays: number,
      toDays: number,
      stepS: number,
    ) => {
      const first = Math.min(this.world.historyS, fromDays * DAY_S);
      const last = Math.min(this.world.historyS, toDays * DAY_S);
      const rows = Math.floor((first - last) / stepS);
      return { tier, label, rows, first_ts: rows ? now - first : null, last_ts: rows ? now - last : null };
    };
    const tiers = [tier(0, 'raw', 7, 0, 2), tier(1, '5 minute', 90, 7, 300), tier(2, 'hourly', 1e9, 90, 3600)];
    return {
      tiers,
      bytes: 262_144 + 180 * tiers.reduce((sum, t) => sum + t.rows, 0),
      policy: {
        raw_retention_days: 7,
        five_min_retention_days: 90,
        note: 'Nothing is deleted, only downsampled: raw rows older than the raw window fold into 5-minute means, then into hourly means.',
      },
    };
  }

  *hours(): Iterable<PastRow[]> {
    const firstS = this.firstS();
    if (firstS === null) return;
    const row = (startS: number): PastRow => {
      const { temperatureC, humidityPct, pressureHpa, dewC } = this.world.weather(startS);
      const spread = (value: number | null) => ({ value, lo: value, hi: value });
      const none = spread(null);
      const air = {
        temp_smooth: spread(temperatureC),
        hum_smooth: spread(humidityPct),
        press_slp: spread(pressureHpa),
      };
      const wide = { ...air, press_smooth: none, dew: spread(dewC), outdoor_c: none, lux: none };
      return { startS, widthS: 3600, wide, narrow: new Map() };
    };
    yield [row(Math.ceil(firstS / 3600) * 3600)];
  }

  firstS(): number | null {
    return this.records().coverage.first_ts;
  }

  *exportCsv(startS: number, endS: number): Iterable<string> {
    yield 'iso_time,ts,temp_smooth,hum_smooth,press_slp,dew_c,temp_rate,press_rate,cpu_temp,lux,tier,temp_raw,hum_raw\r\n';
    const ts = this.world.times(startS, endS, 30);
    for (let i = 0; i < ts.length; i += 500) {
      const lines = ts.slice(i, i + 500).map((tS) => {
        const r = this.world.weather(tS);
        const cells = [
          r.temperatureC,
          r.humidityPct,
          r.pressureHpa,
          r.dewC,
          r.temperatureRateCPerH,
          r.pressureRateHpaPerH,
          r.cpuC,
          r.lux,
        ];
        return `${new Date(tS * 1000).toISOString().slice(0, 19)}+00:00,${tS},${cells.map((c) => c.toFixed(3)).join(',')},0,${(r.temperatureC + 3).toFixed(3)},${(r.humidityPct - 4).toFixed(3)}\r\n`;
      });
      yield lines.join('');
    }
  }

  localStamp(tS: number): string {
    const iso = new Date(tS * 1000).toISOString();
    return `${iso.slice(0, 10).replaceAll('-', '')}-${iso.slice(11, 16).replace(':', '')}`;
  }
}

const mean = (xs: number[]) => xs.reduce((sum, x) => sum + x, 0) / xs.length;
