import type { Storage } from '../../../contract/history.ts';
import { resource, time } from '../../data/station.ts';
import { DASH, number } from '../../format.ts';
import { bytes } from '../../format-size.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { t } from '../../texts/nerd.ts';

const storage = resource<Storage>(() => '/api/storage', 120);

const day = (tS: number | null): string => (tS === null ? DASH : time.value.date(tS));

/** Three resolutions over one stretch of time: the past grows coarser, and nothing is thrown away. */
export function StorageTiers() {
  const answer = storage.use();
  if (!answer) return null;
  const { raw_retention_days, five_min_retention_days } = answer.policy;
  const known = answer.tiers.filter((tier) => tier.first_ts !== null && tier.last_ts !== null);
  const fromS = Math.min(...known.map((tier) => tier.first_ts!));
  const toS = Math.max(...known.map((tier) => tier.last_ts!));
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
        <svg class="tiers" aria-hidden="true">
          {answer.tiers.map((tier, i) =>
            tier.first_ts === null || tier.last_ts === null ? null : (
              <rect
                key={tier.tier}
                class={`tier-${tier.tier}`}
                x={`${share(tier.first_ts)}%`}
                width={`${Math.max(0.8, share(tier.last_ts) - share(tier.first_ts))}%`}
                y={`${i * 34}%`}
                height="28%"
                rx="2"
              />
            ),
          )}
        </svg>
      )}
      <DataTable
        needs="half"
        caption={t.nerd.tiers}
        columns={[
          { head: t.nerd.tier, cell: ({ tier }) => t.nerd.tierNames[tier] },
          { head: t.nerd.rows, cell: (tier) => number(tier.rows) },
          { head: t.nerd.since, cell: (tier) => day(tier.first_ts) },
          { head: t.nerd.until, cell: (tier) => day(tier.last_ts) },
        ]}
        rows={answer.tiers}
      />
      <p class="muted">{t.nerd.kept({ raw: raw_retention_days, five: five_min_retention_days })}</p>
    </section>
  );
}
