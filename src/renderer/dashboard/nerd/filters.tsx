import type { FilterState } from '../../../contract/models.ts';
import { number } from '../../kit/format.ts';
import { compact } from '../../kit/format-size.ts';
import { COMMA } from '../../kit/language.ts';
import { Facts } from '../../kit/parts/facts.tsx';
import { t } from '../texts/nerd.ts';
import { ellipseOf } from './ellipse.ts';
import { signalName, toneOf } from './names.ts';

/** Text of a small number. The API has six decimals: its zero may be less than a millionth. */
const tiny = (value: number | null): string => (value === 0 ? `<\u202f${compact(1e-6)}` : compact(value));

export const Filters = ({ of }: { of: Record<string, FilterState> }) => (
  <section>
    <h2>{t.nerd.filters}</h2>
    <p class="muted">{t.nerd.filtersIntro}</p>
    <div class="three">
      {Object.entries(of).map(([signal, state]) => (
        <div key={signal} class={`instrument tone-${toneOf(signal)}`}>
          <h3 class={`${toneOf(signal)}-text`}>
            {signalName(signal)}
            {!state.initialised && <span class="plain">{COMMA + t.nerd.cold}</span>}
          </h3>
          <Uncertainty signal={signal} state={state} />
          <Facts
            of={[
              [t.nerd.level, number(state.level, 2)],
              [t.nerd.rate, number(state.rate_per_h, 2, true), '/h'],
              [t.nerd.nis, number(state.nis, 2)],
              [t.nerd.sigma, compact(state.sigma_level)],
              [t.nerd.q, tiny(state.q)],
              [t.nerd.r, compact(state.r)],
            ]}
          />
        </div>
      ))}
    </div>
  </section>
);

/** NIS on a scale to 3 with its target at 1, and beside it the covariance as an ellipse, where six decimals leave one. */
function Uncertainty({ signal, state }: { signal: string; state: FilterState }) {
  const { p_level: level, p_rate: rate, p_cross: cross } = state;
  // Level and rate have no common unit, so the shape is that of their correlation: a circle is none, a needle is all.
  const correlation = level && rate && cross !== null ? cross / Math.sqrt(level * rate) : null;
  const shape = correlation === null ? null : ellipseOf(Math.max(-1, Math.min(1, correlation)));
  const nis = state.nis === null ? null : Math.min(3, state.nis);
  const left = shape ? 112 : 4;
  const perNis = (292 - left) / 3;
  const label = shape ? t.nerd.ellipse({ signal: signalName(signal) }) : t.nerd.nis;
  return (
    <svg class="uncertainty" viewBox={`0 0 300 ${shape ? 92 : 44}`} role="img" aria-label={label}>
      {shape && (
        <>
          <line class="grid-line" x1="0" x2="88" y1="46" y2="46" />
          <line class="grid-line" x1="44" x2="44" y1="2" y2="90" />
          <ellipse
            class="cloud"
            cx="44"
            cy="46"
            rx={shape.major * 29}
            ry={Math.max(1, shape.minor * 29)}
            transform={`rotate(${-shape.angleDeg} 44 46)`}
          />
        </>
      )}
      <rect class="track" x={left} y={shape ? 36 : 8} width={perNis * 3} height="8" rx="4" />
      <g transform={`translate(0 ${shape ? 40 : 12})`}>
        <line class="promise" x1={left + perNis} x2={left + perNis} y1="-9" y2="9" />
        {nis !== null && <circle class="live-dot" cx={left + nis * perNis} cy="0" r="6" />}
        {[0, 1, 2, 3].map((value) => (
          <text key={value} x={left + value * perNis} y="25" text-anchor="middle">
            {value}
          </text>
        ))}
      </g>
    </svg>
  );
}
