import { useSignal } from '@preact/signals';
import { figure, number, unitOf } from '../../../format.ts';
import { Warning } from '../../../icons-over.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { units } from '../../../settings.ts';
import { t } from '../../../texts/models.ts';
import { wizard } from './ours.ts';
import { WayBack } from './way-back.tsx';
import { WhatNow } from './what-now.tsx';

const DECIMALS = { temperature: 2, humidity: 1 } as const;

export function Done() {
  const { subject, result } = wizard().state.value;
  /** Taken back: what was before and after is no longer true, and the way back offers to recompute by itself. */
  const isGone = useSignal(false);
  const decimals = DECIMALS[subject];
  const unit = unitOf(subject, units.value);
  const warning = result && 'warning' in result ? result.warning : undefined;
  return (
    <>
      {!isGone.value && (
        <>
          {/* Its answer may have been lost on its way: then all that is known is that it counts. */}
          {result && (
            <Facts
              of={[
                [t.models.before, figure(subject, result.before, units.value, decimals), unit],
                [
                  t.models.after,
                  <span class={`${subject}-text`} key="after">
                    {figure(subject, result.after, units.value, decimals)}
                  </span>,
                  unit,
                ],
                'k' in result
                  ? [t.inside.k, number(result.k, 3)]
                  : [t.inside.offset, number(result.offset, 1, true), '%'],
              ]}
            />
          )}
          {[result?.clamped ? t.models.clamped : null, warning]
            .filter((words) => typeof words === 'string')
            .map((words) => (
              <p class="verdict warn" key={words}>
                <Warning />
                {words}
              </p>
            ))}
          <WhatNow againWhenSettled />
        </>
      )}
      <WayBack subject={subject} gone={() => (isGone.value = true)} />
    </>
  );
}
