import { useComputed } from '@preact/signals';
import { FanChart, type FanData } from '../../charts/fan-chart.tsx';
import { forecast, minuteS, place, recent, scorecard, source, telemetry, time, zone } from '../../data/station.ts';
import { inUnits, MINUS, number, withUnit } from '../../format.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { problemText } from '../../parts/problem.tsx';
import { units } from '../../settings.ts';
import { t } from '../../texts.ts';
import { nights } from '../../theme/sun.ts';
import { timeTicks } from '../../time.ts';

const PAST_S = 12 * 3600;
const FUTURE_S = 24 * 3600;

export function Next24() {
  recent.use();
  forecast.use();
  // A tenth of a degree is what the line can show, so the chart repaints no oftener.
  const liveC = useComputed(() => {
    const c = telemetry.value?.temperature;
    return c === null || c === undefined ? null : Math.round(c * 10) / 10;
  });
  const data = useComputed((): FanData => {
    const u = units.value;
    const convert = (c: number | null): number | null => (c === null ? null : inUnits('temperature', c, u));
    const history = recent.value.value;
    const series = history && 'ts' in history.series ? history.series : null;
    const bucketS = history?.bucket_s ?? 300;
    const nowS = minuteS.value;
    return {
      fromS: nowS - PAST_S,
      toS: nowS + FUTURE_S,
      nowS,
      past: {
        ts: series?.ts.map((tS) => tS + bucketS / 2) ?? [],
        values: series?.temp.map(convert) ?? [],
        widestGapS: 3.5 * bucketS,
      },
      live: convert(liveC.value),
      entries: (forecast.value.value?.targets['temperature'] ?? []).map((e) => ({
        ...e,
        mu: convert(e.mu),
        lo: convert(e.lo),
        hi: convert(e.hi),
      })),
      leastSpan: u === 'metric' ? 4 : 8,
    };
  });
  const isWarmingUp = useComputed(() => data.value.entries.length === 0);
  return (
    <section class="next">
      <div class="chart-head">
        <h2>
          {t.now.next24}
          <span class="plain">, {t.now.band}</span>
        </h2>
        <Skill />
      </div>
      <FanChart
        tone="temperature"
        label={t.now.chartLabel}
        data={() => data.value}
        ticks={(fromS, toS, most) => timeTicks(fromS, toS, zone.value, Math.min(most, 7))}
        nights={(fromS, toS) => (place.value ? nights(fromS, toS, place.value) : [])}
        write={(value, decimals) => `${number(value, decimals)}°`}
        watermark={t.now.simulatedMark[source.value]}
        emptyPast={recent.value.value?.n === 0 ? t.now.noHistory : []}
        emptyWhole={recent.value.value || !recent.problem.value ? [] : [problemText(recent.problem.value)]}
        emptyFuture={forecast.value.value && isWarmingUp.value ? t.now.noForecast : []}
      />
      {!isWarmingUp.value && <SpokenForecast />}
    </section>
  );
}

/** "beats 'nothing changes' by 23 % at 3 h, band held 90.1 %": the station's own verdict on what the chart shows. */
function Skill() {
  const rows = scorecard.use();
  const row = rows?.rows.find(({ target, horizon_s }) => target === 'temperature' && horizon_s === 10_800);
  if (!rows) return <p class="skill" />;
  if (!row || row.skill === null) return <p class="skill">{t.now.notScored}</p>;
  const percent = `${number(Math.abs(row.skill) * 100)}\u202f%`;
  const [before, size, after] = row.skill >= 0 ? t.now.skillGood(percent) : t.now.skillBad(percent);
  const [held, share] = t.now.coverage(row.coverage === null ? MINUS : `${number(row.coverage * 100, 1)}\u202f%`);
  return (
    <p class="skill">
      {before}
      <b>{size}</b>
      {after}
      {row.coverage !== null && (
        <>
          {held}
          <b>{share}</b>
        </>
      )}
    </p>
  );
}

function SpokenForecast() {
  const entries = forecast.value.value?.targets['temperature'] ?? [];
  return (
    <DataTable
      hidden
      caption={t.now.chartLabel}
      columns={[
        { head: t.chart.time, cell: (e) => time.value.clock(e.valid_ts) },
        { head: t.chart.value, cell: (e) => withUnit('temperature', e.mu, units.value) },
        { head: t.chart.low, cell: (e) => withUnit('temperature', e.lo, units.value) },
        { head: t.chart.high, cell: (e) => withUnit('temperature', e.hi, units.value) },
      ]}
      rows={entries}
    />
  );
}
