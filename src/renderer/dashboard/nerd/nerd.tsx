import type { Storage } from '../../../contract/history.ts';
import type { Head } from '../../../contract/models.ts';
import { anomaly, nerd } from '../../kit/data/of-views.ts';
import { isStale, resource, time } from '../../kit/data/station.ts';
import { DASH, number, share } from '../../kit/format.ts';
import { bytes, compact } from '../../kit/format-size.ts';
import { leadText } from '../../kit/lead-text.ts';
import { Aged } from '../../kit/parts/aged.tsx';
import { DataTable } from '../../kit/parts/data-table.tsx';
import { Page } from '../../kit/parts/page.tsx';
import { waitsFor } from '../../kit/parts/waiting.ts';
import { t } from '../texts/nerd.ts';
import { Board, Led } from './board.tsx';
import { Corrections } from './corrections.tsx';
import { Filters } from './filters.tsx';
import { Innovations } from './innovations.tsx';
import { Monitoring } from './monitoring.tsx';
import { signalName, toneOf } from './names.ts';
import { Theta } from './theta.tsx';

/** View Nerd: the inside of the engine. */
export default function Nerd() {
  const inside = nerd.use();
  anomaly.use();
  return (
    <Page view="nerd" head={<p class="muted">{t.nerd.intro}</p>} problem={nerd.problem.value}>
      {!inside && <div {...waitsFor(nerd)} />}
      {inside && (
        <>
          <Aged by={[nerd.isOld, isStale]}>
            <Filters of={inside.filters} />
            <Innovations of={inside.innovation} />
          </Aged>
          <Aged by={[nerd.isOld]}>
            <Theta heads={inside.heads} features={inside.feature_names} />
            <Heads of={inside.heads} />
          </Aged>
          <div class="two">
            <Aged by={[nerd.isOld, anomaly.isOld]}>
              <Monitoring of={inside.monitoring} />
            </Aged>
            <StorageTiers />
          </div>
          <Aged by={[nerd.isOld, isStale]}>
            <Corrections of={inside} />
          </Aged>
        </>
      )}
      <div class="two">
        <Aged by={[isStale]}>
          <Board />
        </Aged>
        <Led />
      </div>
    </Page>
  );
}

const WORST_EXPONENT = 12;

/** Condition number on a scale of powers of ten; near its right end the arithmetic loses its precision. */
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

const Heads = ({ of }: { of: Head[] }) => (
  <section>
    <h2>{t.nerd.heads}</h2>
    <DataTable
      caption={t.nerd.headsLabel}
      needs="wide"
      columns={[
        {
          head: t.headings.quantity,
          cell: (head) => <span class={`${toneOf(head.target)}-text`}>{signalName(head.target)}</span>,
        },
        { head: t.inside.horizon, cell: (head) => leadText(head.horizon_s) },
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

const storage = resource<Storage>(() => '/api/storage', 120);

const day = (tS: number | null): string => (tS === null ? DASH : time.value.date(tS));

/** Opacity by tier: the coarser, the paler. */
const OPACITIES = [1, 0.6, 0.35];

/** Storage in three resolutions: the past grows coarser, and nothing is deleted. */
function StorageTiers() {
  const answer = storage.use();
  if (!answer) return null;
  const known = answer.tiers.flatMap(({ tier, first_ts, last_ts }) =>
    first_ts === null || last_ts === null ? [] : [{ tier, fromS: first_ts, toS: last_ts }],
  );
  const fromS = Math.min(...known.map((tier) => tier.fromS));
  const toS = Math.max(...known.map((tier) => tier.toS));
  const share = (tS: number): number => (100 * (tS - fromS)) / (toS - fromS || 1);
  return (
    <section>
      <div class="section-head">
        <h2>{t.nerd.storage}</h2>
        <p class="muted">
          {t.nerd.size} {bytes(answer.bytes)}
        </p>
      </div>
      {known.length > 0 && (
        <svg class="tiers tone-humidity" aria-hidden="true">
          {known.map((one) => (
            <rect
              key={one.tier}
              class="bar"
              x={`${share(one.fromS)}%`}
              width={`${Math.max(0.8, share(one.toS) - share(one.fromS))}%`}
              y={`${one.tier * 34}%`}
              height="28%"
              rx="2"
              fill-opacity={OPACITIES[one.tier]}
            />
          ))}
        </svg>
      )}
      <DataTable
        needs="half"
        caption={t.nerd.tiers}
        columns={[
          { head: t.nerd.tier, cell: ({ tier }) => t.nerd.tierNames[tier] },
          { head: t.nerd.rows, cell: (tier) => number(tier.rows) },
          { head: t.headings.since, cell: (tier) => day(tier.first_ts) },
          { head: t.nerd.until, cell: (tier) => day(tier.last_ts) },
        ]}
        rows={answer.tiers}
      />
    </section>
  );
}
