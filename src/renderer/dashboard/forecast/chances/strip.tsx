import { HOUR_S } from '../../../../base/durations.ts';
import type { Chances } from '../../../../contract/forecast.ts';
import type { Target } from '../../../../contract/names.ts';
import { units } from '../../../kit/browser-choices.ts';
import { EDGE, GUTTER } from '../../../kit/charts/frame.ts';
import { forecast, isRainOld, live, minuteS, rain, status } from '../../../kit/data/station.ts';
import { DASH } from '../../../kit/format.ts';
import { Icon } from '../../../kit/icons.tsx';
import { SegmentsOf } from '../../../kit/parts/segments.tsx';
import { storedOf } from '../../../kit/stored-of.ts';
import { degrees } from '../../degrees.ts';
import { t } from '../../texts/forecast.ts';
import { chances, frostAndHeat, HEAT_FROM_C, pick, pickedOf, side, sideWords, sliderFor } from './picked.ts';
import { type Cell, ChanceRow, HARDLY, percent } from './row.tsx';
import { valueText } from './scale.ts';
import { wholeStrips } from './whole.ts';

const RAIN_REACH_S = 3 * HOUR_S;

const signs = {
  frost: 'M12 2.5v19M3.8 7.2l16.4 9.6M20.2 7.2 3.8 16.8M9.5 4 12 6.5 14.5 4M9.5 20l2.5-2.5 2.5 2.5',
  heat: 'M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.7 1.7M17.3 17.3 19 19M5 19l1.7-1.7M17.3 6.7 19 5',
  rain: 'M12 3c3.6 4.6 6 7.8 6 11a6 6 0 0 1-12 0c0-3.2 2.4-6.4 6-11',
  above: 'M12 15V4M7.5 8.5 12 4l4.5 4.5M4 20h16',
  below: 'M12 9v11M7.5 15.5 12 20l4.5-4.5M4 4h16',
};
const sign = (of: keyof typeof signs) => (
  <Icon class="chance-sign">
    <path d={signs[of]} />
  </Icon>
);

const cellsOf = (of: Chances, at: 'below' | 'above', i: number): Cell[] =>
  of.spans.map((span) => ({ fromS: span.from_ts, byS: span.by_ts, chance: span[at][i] ?? 0 }));

/** Whether a strip has all its rows, which are shown together. */
export const isWhole = wholeStrips({
  forecast,
  status,
  chances,
  frostAndHeat,
  live,
  hasSlider: (target) => sliderFor(target) !== null,
});

/** Chances of the next day under the fan: frost and heat outdoors, rain, and a value that the reader picks. */
export function ChanceStrip({ target }: { target: Target }) {
  const told = chances[target].use();
  frostAndHeat.use();
  const extremes = frostAndHeat.value.value;
  const isOutdoors = status.value.value?.site.indoors === false;
  const rows = [
    { of: 'frost', at: 'below', i: 0, name: t.chances.frost },
    { of: 'heat', at: 'above', i: 1, name: t.chances.heat({ degrees: degrees(HEAT_FROM_C, 0) }) },
  ] as const;
  const shown = target === 'temperature' && isOutdoors && extremes?.whole ? rows : [];
  const most = (row: (typeof rows)[number]): number => extremes?.whole?.[row.at][row.i] ?? 0;
  const hardly = shown.filter((row) => most(row) < HARDLY);
  return (
    <section class="chances" style={{ '--gutter': GUTTER, '--edge': EDGE }} aria-busy={!isWhole(target)}>
      <h2>
        {t.chances.title} <span class="plain">{t.chances.each}</span>
      </h2>
      {forecast.value.value && !sliderFor(target) && <p class="empty-note">{t.chances.empty}</p>}
      <ul>
        {shown
          .filter((row) => !hardly.includes(row))
          .map((row) => (
            <ChanceRow
              key={row.of}
              sign={sign(row.of)}
              name={row.name}
              whole={t.chances.day({ percent: percent(most(row)) })}
              tone="temperature"
              cells={cellsOf(extremes!, row.at, row.i)}
              isOld={frostAndHeat.isOld.value}
            />
          ))}
        {target === 'temperature' && <Rain />}
        <Picked target={target} told={told} />
      </ul>
      <Pick target={target} />
      {hardly.map((row) => (
        <p key={row.of} class="muted">
          {t.chances.hardly({ what: row.name })}
        </p>
      ))}
    </section>
  );
}

/** The station foretells rain for three hours: the strip says so, instead of drawing the rest. */
function Rain() {
  const chance = rain.value?.rain_probability ?? null;
  if (chance === null) return null;
  const fromS = minuteS.value;
  return (
    <ChanceRow
      sign={sign('rain')}
      name={t.chances.rain}
      whole={t.chances.hours({ percent: percent(chance) })}
      tone="rain"
      cells={[{ fromS, byS: fromS + RAIN_REACH_S, chance }]}
      note={t.chances.rainReach}
      isOld={isRainOld.value}
    />
  );
}

/** Row of the value that was picked. While a forecast moves the slider it keeps its place, empty where the last answer has no such value. */
function Picked({ target, told }: { target: Target; told: Chances | null }) {
  const slider = sliderFor(target);
  const picked = pickedOf(target);
  if (!slider || picked === null || !told?.whole) return null;
  const askedFor = storedOf(target, picked, units.value);
  const i = told.values.findIndex((one) => Math.abs(one - askedFor) < slider.stepMetric / 2);
  return (
    <ChanceRow
      sign={sign(side.value)}
      name={sideWords(valueText(target, picked, units.value, slider.decimals))}
      whole={i < 0 ? DASH : t.chances.day({ percent: percent(told.whole[side.value][i]!) })}
      tone={target}
      cells={i < 0 ? [] : cellsOf(told, side.value, i)}
      isOld={chances[target].isOld.value}
    />
  );
}

/** Switch and slider of the value. */
function Pick({ target }: { target: Target }) {
  const slider = sliderFor(target);
  const picked = pickedOf(target);
  if (!slider || picked === null) return null;
  const text = (value: number): string => valueText(target, value, units.value, slider.decimals);
  const share = slider.to > slider.from ? (picked - slider.from) / (slider.to - slider.from) : 0;
  return (
    <div class="chance-pick">
      <SegmentsOf label={t.chances.side} of={side} choices={{ below: t.chances.below, above: t.chances.above }} />
      <div class="chance-slider" style={{ '--share': share }}>
        <input
          type="range"
          min={slider.from}
          max={slider.to}
          step={slider.step}
          value={picked}
          aria-label={t.chart.value}
          aria-valuetext={text(picked)}
          onInput={({ currentTarget }) => pick(target, Number(currentTarget.value))}
        />
        <output aria-hidden="true">{text(picked)}</output>
        <span class="ends muted" aria-hidden="true">
          <span>{text(slider.from)}</span>
          <span>{text(slider.to)}</span>
        </span>
      </div>
    </div>
  );
}
