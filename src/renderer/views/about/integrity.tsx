import type { Care } from '../../../contract/care.ts';
import { time } from '../../data/station.ts';
import { number } from '../../format.ts';
import { Check, Warning } from '../../icons-over.tsx';
import { Facts } from '../../parts/facts.tsx';
import { t } from '../../texts/about.ts';

/** Result of the integrity check. */
export function Integrity({ of: { integrity } }: { of: Care }) {
  const { last_round_ts: lastS, round, finding } = integrity;
  return (
    <section>
      <h2>{t.integrity.title}</h2>
      <p class="muted">{t.integrity.intro}</p>
      <Facts
        of={[
          [t.integrity.last, lastS === null ? t.integrity.firstRound : time.value.dateAndClock(lastS)],
          [t.integrity.round, number(round * 100), '%'],
        ]}
      />
      <p class={`verdict ${finding === null ? 'ok' : 'warn'}`}>
        {finding === null ? <Check /> : <Warning />}
        <span>{finding ?? t.integrity.sound}</span>
      </p>
    </section>
  );
}
