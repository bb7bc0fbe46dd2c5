import type { Head } from '../../../contract/models.ts';
import { compact, DASH, number } from '../../format.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { t } from '../../texts.ts';
import { signalName, toneOf } from './names.ts';

const WORST_EXPONENT = 12;

/** Condition on a scale of powers of ten: near the right end the arithmetic itself begins to lie. */
function Condition({ of }: { of: number | null }) {
  const share = of === null ? 1 : Math.min(1, Math.max(0, Math.log10(of) / WORST_EXPONENT));
  return (
    <span class="condition">
      {of === null ? '∞' : compact(of)}
      <svg aria-hidden="true">
        <rect class="track" width="100%" height="100%" rx="2" />
        <rect class="bar" width={`${share * 100}%`} height="100%" rx="2" />
      </svg>
    </span>
  );
}

export const Heads = ({ of }: { of: Head[] }) => (
  <section>
    <h2>{t.nerd.heads}</h2>
    <DataTable
      caption={t.nerd.headsLabel}
      head={[
        t.forecast.target,
        t.forecast.horizon,
        t.models.updates,
        t.nerd.trace,
        t.nerd.cond,
        t.nerd.norm,
        t.nerd.rmse,
        'λ',
        t.nerd.memory,
        t.nerd.alpha,
        t.forecast.held,
        t.models.halfwidth,
      ]}
      rows={of.map((head) => [
        <span key="name" class={`${toneOf(head.target)}-text`}>
          {signalName(head.target)}
        </span>,
        t.horizons[head.horizon_s] ?? String(head.horizon_s),
        number(head.n_updates),
        compact(head.trace_p),
        <span key="cond" class={`tone-${toneOf(head.target)}`}>
          <Condition of={head.cond_p} />
        </span>,
        compact(head.theta_norm),
        number(head.rmse_ewma, 3),
        number(head.lam, 5),
        compact(head.eff_memory),
        number(head.alpha, 3),
        head.coverage === null ? DASH : `${number(head.coverage * 100, 1)}\u202f%`,
        number(head.halfwidth, 2),
      ])}
    />
  </section>
);
