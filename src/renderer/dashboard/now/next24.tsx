import type { ComponentChildren } from 'preact';
import { HOUR_S } from '../../../base/durations.ts';
import type { Scorecard } from '../../../contract/forecast.ts';
import { units } from '../../kit/browser-choices.ts';
import { FanChart } from '../../kit/charts/fan-chart.tsx';
import { type FanData, forecastOf } from '../../kit/charts/fan-data.ts';
import { useFan } from '../../kit/charts/use-fan.ts';
import { forecast, place, recent, resource, source, time, zone } from '../../kit/data/station.ts';
import { share, withUnit } from '../../kit/format.ts';
import { COMMA } from '../../kit/language.ts';
import { problemText } from '../../kit/parts/problem-text.ts';
import { SpokenTable } from '../../kit/parts/spoken-table.tsx';
import { hourTicks } from '../../kit/time.ts';
import { t } from '../texts/now.ts';

const PAST_S = 12 * HOUR_S;
const scorecard = resource<Scorecard>(() => '/api/scorecard?target=temperature', 300);

export function Next24() {
  const data = useFan('temperature', PAST_S).value;
  const isWarmingUp = data.entries.length === 0;
  const words = bandWords(data);
  return (
    <section class="next">
      <div class="chart-head">
        <h2>
          {t.now.next24}
          {words && <span class="plain">{COMMA + words}</span>}
          {data.said.length > 0 && <span class="plain said-words">{COMMA + t.now.said}</span>}
        </h2>
        <Skill />
      </div>
      <FanChart
        of="temperature"
        label={t.now.chartLabel}
        data={data}
        gutter={26}
        ticks={(fromS, toS, most) => hourTicks(fromS, toS, zone.value, Math.min(most, 7)) ?? []}
        place={place.value}
        watermark={t.header[source.value].toUpperCase()}
        emptyPast={recent.temperature.value.value?.n === 0 ? t.chart.noHistory : ''}
        emptyWhole={
          recent.temperature.value.value || !recent.temperature.problem.value
            ? ''
            : problemText(recent.temperature.problem.value)
        }
        emptyFuture={forecast.value.value && isWarmingUp ? t.chart.noForecast : ''}
      />
      {!isWarmingUp && <SpokenForecast />}
    </section>
  );
}

function bandWords({ entries, issuedS, isForecastOld }: FanData): string {
  if (isForecastOld && issuedS !== null) return t.now.oldForecast({ clock: time.value.clock(issuedS) });
  if (entries.length === 0) return ''; // no band is drawn
  return entries.every((e) => e.isProvisional) ? t.now.firstGuess : t.now.band;
}

const bold = (parts: unknown[]) => <b>{parts as string[]}</b>;

/** "beats 'nothing changes' by 23 % at 3 h, band held 90.1 %": the station's own verdict on what the chart shows. */
function Skill() {
  const rows = scorecard.use();
  const row = rows?.rows.find(({ target, horizon_s }) => target === 'temperature' && horizon_s === 10_800);
  if (!rows) return <p class="skill" />;
  if (!row || row.skill === null) return <p class="skill">{t.now.notScored}</p>;
  const words = row.skill >= 0 ? t.now.skillGood : t.now.skillBad;
  const percent = share(Math.abs(row.skill));
  return <p class="skill">{words({ percent, coverage: share(row.coverage, 1), b: bold }) as ComponentChildren}</p>;
}

const SpokenForecast = () => (
  <SpokenTable
    caption={t.now.chartLabel}
    heads={[t.chart.time, t.chart.value, t.chart.low, t.chart.high]}
    rows={forecastOf(forecast.value.value, 'temperature').map(({ valid_ts, mu, lo, hi }) => [
      time.value.clock(valid_ts),
      ...[mu, lo, hi].map((value) => withUnit('temperature', value, units.value)),
    ])}
  />
);
