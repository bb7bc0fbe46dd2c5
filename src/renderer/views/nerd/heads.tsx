import type { Head } from '../../../contract/models.ts';
import { number, share } from '../../format.ts';
import { compact } from '../../format-size.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { t } from '../../texts/nerd.ts';
import { signalName, toneOf } from './names.ts';

const WORST_EXPONENT = 12;

/** Condition on a scale of powers of ten: near the right end the arithmetic itself begins to lie. */
function Condition({ of }: { of: number | null }) {
  const part = of === null ? 1 : Math.min(1, Math.max(0, Math.log10(of) / WORST_EXPONENT));
  return (
    <span class="condition">
      {of === null ? '∞' : compact(of)}
      <svg aria-hidden="true">
        <rect class="track" width="100%" height="100%" rx="2" />
        <rect class="bar" width={`${part * 100}%`} height="100%" rx="2" />
      </svg>
    </span>
  );
}

export const Heads = ({ of }: { of: Head[] }) => (
  <section>
    <h2>{t.nerd.heads}</h2>
    <DataTable
      caption={t.nerd.headsLabel}
      needs="wide"
      columns={[
        {
          head: t.inside.target,
          cell: (head) => <span class={`${toneOf(head.target)}-text`}>{signalName(head.target)}</span>,
        },
        { head: t.inside.horizon, cell: (head) => t.horizons[head.horizon_s] ?? String(head.horizon_s) },
        { head: t.inside.updates, cell: (head) => number(head.n_updates) },
        { head: t.nerd.trace, cell: (head) => compact(head.trace_p) },
        {
          head: t.nerd.cond,
          cell: (head) => (
            <span class={`tone-${toneOf(head.target)}`}>
              <Condition of={head.cond_p} />
            </span>
          ),
        },
        { head: t.nerd.norm, cell: (head) => compact(head.theta_norm) },
        { head: t.nerd.rmse, cell: (head) => number(head.rmse_ewma, 3) },
        { head: 'λ', cell: (head) => number(head.lam, 5) },
        { head: t.nerd.memory, cell: (head) => compact(head.eff_memory) },
        { head: t.nerd.alpha, cell: (head) => number(head.alpha, 3) },
        { head: t.inside.held, cell: (head) => share(head.coverage, 1) },
        { head: t.inside.halfwidth, cell: (head) => number(head.halfwidth, 2) },
      ]}
      rows={of}
    />
  </section>
);
