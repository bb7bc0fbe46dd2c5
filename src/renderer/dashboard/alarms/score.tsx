import type { AlarmScore, AlarmTally } from '../../../contract/alarms.ts';
import { DASH, number, share, THIN } from '../../kit/format.ts';
import { Button } from '../../kit/parts/button.tsx';
import { t } from '../texts/alarms.ts';
import type { Tally } from './tally.ts';

const TEN = 10;

/** Figures of the threshold: warnings, came true, for nothing, missed, notice. */
export function Figures({ of }: { of: Tally }) {
  const figures = [
    [number(of.warnings), t.alarms.warnings({ n: of.warnings })],
    [number(of.came), t.alarms.cameTrue],
    [number(of.forNothing), t.alarms.forNothing],
    [number(of.missed), t.alarms.missed],
    [of.leadH === null ? DASH : `${number(of.leadH)}${THIN}${t.spans.h}`, t.alarms.notice],
  ];
  return (
    <dl class="tally">
      {figures.map(([value, name]) => (
        <div key={name}>
          <dt class="muted">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Whether its chances can be trusted, as ten dots: what it says most above the line, and how often that came. */
export function Trust({ of }: { of: AlarmScore }) {
  const bin = [...of.reliability].sort((a, b) => b.n - a.n).find(({ said }) => said >= of.threshold - 0.05);
  const dots = bin ? Math.round(TEN * bin.came) : 0;
  return (
    <div class="trust">
      {bin && (
        <>
          <h2>{t.alarms.said({ percent: share(bin.said), came: number(bin.came * bin.n), n: number(bin.n) })}</h2>
          <svg viewBox="0 0 248 24" class="dots" aria-hidden="true">
            {Array.from({ length: TEN }, (_, i) => (
              <circle key={i} cx={10 + 25 * i} cy="12" r="8" class={i < dots ? 'full' : ''} />
            ))}
          </svg>
        </>
      )}
      <p class={of.verdict === 'trusted' || of.verdict === 'too_few' ? 'muted' : 'warn'}>
        {of.verdict === 'too_few'
          ? t.alarms.tooFew({ needed: number(of.needed), n: number(of.n) })
          : t.alarms.verdicts[of.verdict]}
      </p>
    </div>
  );
}

interface Props {
  of: AlarmTally;
  naive: AlarmScore['naive'];
  isDisabled: boolean;
  take: (on: number) => void;
}

/** At most one proposal, with its cost and its button. */
export function Proposal({ of, naive, isDisabled, take }: Props) {
  const percent = share(of.threshold);
  return (
    <div class="proposal">
      <div>
        <h2>{t.alarms.proposal({ percent, missed: of.missed })}</h2>
        <p class="muted">
          {t.alarms.proposalCost({ warnings: of.warnings, came: number(of.came), nothing: number(of.for_nothing) })}
          {naive && ` ${t.alarms.naive({ n: naive.warnings, hours: number(naive.median_lead_h) })}`}
        </p>
      </div>
      <Button name={t.alarms.use({ percent })} disabled={isDisabled} onClick={() => take(of.threshold)} />
    </div>
  );
}
