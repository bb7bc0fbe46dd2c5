import type { Nerd } from '../../../contract/models.ts';
import { anomaly } from '../../kit/data/of-views.ts';
import { number } from '../../kit/format.ts';
import { Facts } from '../../kit/parts/facts.tsx';
import { t } from '../texts/nerd.ts';
import { featureName } from './names.ts';

/** Novelty and drift: how unlike the past the present is, and whether forecast errors grow. */
export function Monitoring({ of: { novelty, drift } }: { of: Nerd['monitoring'] }) {
  const bundle = anomaly.value.value;
  const threshold = novelty.threshold ?? 30;
  const contributions = Object.entries(bundle?.novelty.contributions ?? {})
    .filter(([, value]) => value !== null)
    .sort(([, a], [, b]) => Math.abs(b!) - Math.abs(a!))
    .slice(0, 6);
  const largest = Math.max(1, ...contributions.map(([, value]) => Math.abs(value!)));
  const stress = bundle?.drift.stress ?? null;
  return (
    <section>
      <h2>{t.nerd.monitoring}</h2>
      <div class="gauges">
        <Gauge
          value={novelty.d2}
          limit={threshold * 1.5}
          alarmAt={threshold}
          label={t.nerd.noveltyLabel({ d2: number(novelty.d2, 1), threshold: number(threshold, 1) })}
          tone="temperature"
          figure={number(novelty.d2, 1)}
          name={t.nerd.novelty}
          note={t.nerd.alarmAbove({ threshold: number(threshold, 1) })}
        />
        <Gauge
          value={stress}
          limit={1}
          alarmAt={0.9}
          label={t.nerd.driftLabel({ stress: number(stress, 2) })}
          tone="rain"
          figure={number(stress, 2)}
          name={t.nerd.drift}
          note={t.labelled({ label: t.nerd.alarms, text: number(drift.alarms) })}
        />
      </div>
      {contributions.length > 0 && (
        <>
          <h3>{t.nerd.contributions}</h3>
          <ul class="bars single">
            {contributions.map(([name, value]) => (
              <li key={name}>
                <span>{featureName(name)}</span>
                <svg class="tone-temperature" aria-hidden="true">
                  <rect class="bar" width={`${(100 * Math.abs(value!)) / largest}%`} y="20%" height="60%" rx="2" />
                </svg>
                <span class="figure">{number(value, 1)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <Facts
        of={[
          [t.nerd.samples, number(novelty.n)],
          ['m₊', number(drift.m_pos, 3)],
          ['m₋', number(drift.m_neg, 3)],
          ['δ', number(drift.delta, 4)],
        ]}
      />
    </section>
  );
}

interface Props {
  value: number | null;
  limit: number;
  /** Alarm threshold, on the same scale. */
  alarmAt: number;
  label: string;
  tone: 'temperature' | 'rain';
  figure: string;
  name: string;
  note: string;
}

/** A half-circle with a needle, and its words. The alarm zone is drawn thick, not only coloured. */
function Gauge({ value, limit, alarmAt, label, tone, figure, name, note }: Props) {
  const at = (share: number, radius: number): string => {
    const angle = Math.PI * (1 - share);
    return `${(60 + radius * Math.cos(angle)).toFixed(1)} ${(58 - radius * Math.sin(angle)).toFixed(1)}`;
  };
  const share = value === null ? null : Math.min(1, Math.max(0, value / limit));
  return (
    <figure>
      <svg class={`gauge tone-${tone}`} viewBox="0 0 120 66" role="img" aria-label={label}>
        <path class="gauge-track" d={`M${at(0, 48)}A48 48 0 0 1 ${at(1, 48)}`} />
        <path class="gauge-alarm" d={`M${at(alarmAt / limit, 48)}A48 48 0 0 1 ${at(1, 48)}`} />
        {share !== null && (
          <>
            <path class="gauge-fill" d={`M${at(0, 48)}A48 48 0 0 1 ${at(share, 48)}`} />
            <path class="needle" d={`M60 58L${at(share, 40)}`} />
          </>
        )}
        <circle class="hub" cx="60" cy="58" r="3.5" />
      </svg>
      <figcaption>
        <b>{figure}</b> {name}
        <br />
        <span class="muted">{note}</span>
      </figcaption>
    </figure>
  );
}
