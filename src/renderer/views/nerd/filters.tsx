import type { FilterState } from '../../../contract/models.ts';
import { compact, number } from '../../format.ts';
import { Facts } from '../../parts/facts.tsx';
import { t } from '../../texts.ts';
import { ellipseOf } from './ellipse.ts';
import { signalName, toneOf } from './names.ts';

export const Filters = ({ of }: { of: Record<string, FilterState> }) => (
  <section>
    <h2>{t.nerd.filters}</h2>
    <p class="muted">{t.nerd.filtersIntro}</p>
    <div class="three">
      {Object.entries(of).map(([signal, state]) => (
        <div key={signal} class={`instrument tone-${toneOf(signal)}`}>
          <h3 class={`${toneOf(signal)}-text`}>
            {signalName(signal)}
            {!state.initialised && <span class="plain">, {t.nerd.cold}</span>}
          </h3>
          <Uncertainty signal={signal} state={state} />
          <Facts
            of={[
              [t.nerd.level, number(state.level, 3)],
              [t.nerd.rate, number(state.rate_per_h, 3, true), '/h'],
              [t.nerd.nis, number(state.nis, 2)],
              [t.nerd.sigma, compact(state.sigma_level)],
              [t.nerd.q, compact(state.q)],
              [t.nerd.r, compact(state.r)],
            ]}
          />
        </div>
      ))}
    </div>
  </section>
);

/** Level and rate have no common unit, so the shape is drawn of the correlation: a circle is none, a needle is all. */
function Uncertainty({ signal, state }: { signal: string; state: FilterState }) {
  const { p_level: level, p_rate: rate, p_cross: cross } = state;
  const correlation = level && rate && cross !== null ? cross / Math.sqrt(level * rate) : null;
  const shape = correlation === null ? null : ellipseOf(1, 1, correlation);
  const nis = state.nis === null ? null : Math.min(3, state.nis);
  return (
    <svg class="uncertainty" viewBox="0 0 200 96" role="img" aria-label={t.nerd.ellipse(signalName(signal))}>
      <line class="grid-line" x1="0" x2="96" y1="48" y2="48" />
      <line class="grid-line" x1="48" x2="48" y1="2" y2="94" />
      {shape && (
        <ellipse
          class="cloud"
          cx="48"
          cy="48"
          rx={shape.major * 30}
          ry={Math.max(1, shape.minor * 30)}
          transform={`rotate(${-shape.angleDeg} 48 48)`}
        />
      )}
      <text x="118" y="22">
        {t.nerd.nis}
      </text>
      <rect class="track" x="118" y="32" width="78" height="8" rx="4" />
      <line class="promise" x1="144" x2="144" y1="28" y2="44" />
      {nis !== null && <circle class="live-dot" cx={118 + nis * 26} cy="36" r="6" />}
      <text x="144" y="60" text-anchor="middle">
        1
      </text>
      <text x="196" y="60" text-anchor="middle">
        3
      </text>
    </svg>
  );
}
