import { HOUR_S } from '../../../base/durations.ts';
import { ALARM_SEVERITIES } from '../../../contract/alarm-names.ts';
import type { AlarmEntry, AlarmRule } from '../../../contract/alarm-rule.ts';
import { duration } from '../../format.ts';
import { Segments } from '../../parts/segments.tsx';
import { t } from '../../texts/alarms.ts';
import { Pick } from './sentence.tsx';

const LASTS_S = [0, 60, 300, 600, 1800, HOUR_S, 3 * HOUR_S, 12 * HOUR_S];
const REPEATS_H = [0, 1, 2, 3, 6, 12, 24];

interface Props {
  rule: AlarmRule;
  isDisabled: boolean;
  change: (change: Partial<AlarmEntry>) => void;
}

/** How grave an alarm is, how long it must hold before it warns, and how often it is told again. */
export function Manner({ rule, isDisabled, change }: Props) {
  return (
    <section class="manner">
      <fieldset class="labelled" disabled={isDisabled}>
        <span aria-hidden="true">{t.alarms.severity}</span>
        <Segments
          label={t.alarms.severity}
          value={rule.severity}
          choose={(severity) => change({ severity })}
          choices={Object.fromEntries(ALARM_SEVERITIES.map((one) => [one, t.alarms.severities[one]])) as never}
        />
      </fieldset>
      <div class="labelled">
        <span aria-hidden="true">{t.alarms.lasts}</span>
        <Pick
          label={t.alarms.lasts}
          value={rule.for_s}
          of={LASTS_S}
          write={(s) => (s === 0 ? t.alarms.atOnce : duration(s))}
          isDisabled={isDisabled}
          pick={(for_s) => change({ for_s })}
        />
      </div>
      <div class="labelled">
        <span aria-hidden="true">{t.alarms.repeat}</span>
        <Pick
          label={t.alarms.repeat}
          value={rule.repeat_h}
          of={REPEATS_H}
          write={(h) => (h === 0 ? t.alarms.never : duration(h * HOUR_S))}
          isDisabled={isDisabled}
          pick={(repeat_h) => change({ repeat_h })}
        />
      </div>
      {rule.severity === 'critical' && <p class="muted">{t.alarms.criticalHint}</p>}
    </section>
  );
}
