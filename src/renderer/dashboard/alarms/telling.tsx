import { useSignal } from '@preact/signals';
import type { ComponentProps } from 'preact';
import { HOUR_S } from '../../../base/durations.ts';
import { ALARM_CHANNELS } from '../../../contract/alarm-names.ts';
import { Check } from '../../kit/icons-over.tsx';
import { Button, LinkButton } from '../../kit/parts/button.tsx';
import { Select } from '../../kit/parts/select.tsx';
import { hashOf } from '../../kit/router.ts';
import { zoneTime } from '../../kit/time.ts';
import { t } from '../texts/alarms.ts';
import { isSetUp } from './data.ts';
import type { RuleProps } from './sentence.tsx';

const QUIET = ['21:00-07:00', '22:00-06:30', '23:00-07:00', '00:00-08:00'];

const clock = (text: string): string => {
  const [hour = 0, minute = 0] = text.split(':').map(Number);
  return zoneTime('UTC').clock(hour * HOUR_S + minute * 60);
};
const spanWords = (span: string): string => {
  const [from = '', to = ''] = span.split('-');
  return t.alarms.quietSpan({ from: clock(from), to: clock(to) });
};

/** Where an alarm is seen and heard, and when it waits for the morning. */
export function Telling({ rule, isDisabled, change }: RuleProps) {
  const spans = rule.quiet === null || QUIET.includes(rule.quiet) ? QUIET : [rule.quiet, ...QUIET];
  return (
    <section class="telling">
      <fieldset class="channels">
        <legend>{t.alarms.tellMe}</legend>
        {ALARM_CHANNELS.map((channel) => {
          const isOn = rule.channels.includes(channel);
          if (!isSetUp(channel)) {
            return (
              <LinkButton
                key={channel}
                kind="unset"
                name={t.channels[channel]}
                href={hashOf('connections')}
                title={t.alarms.setUp}
              />
            );
          }
          return (
            <Channel
              key={channel}
              name={t.channels[channel]}
              isOn={isOn}
              disabled={isDisabled}
              onClick={() =>
                change({
                  channels: ALARM_CHANNELS.filter((one) => (one === channel ? !isOn : rule.channels.includes(one))),
                })
              }
            />
          );
        })}
        <OnThisDevice />
      </fieldset>
      <label class="labelled">
        <span>{t.alarms.quiet}</span>
        <Select
          value={rule.quiet ?? ''}
          of={[['', t.alarms.never], ...spans.map((span) => [span, spanWords(span)] as const)]}
          disabled={isDisabled}
          pick={(span) => change({ quiet: span || null })}
        />
      </label>
    </section>
  );
}

const Channel = ({ name, isOn, ...rest }: ComponentProps<typeof Button> & { isOn: boolean }) => (
  <Button kind="channel" name={[isOn && <Check key="on" />, name]} aria-pressed={isOn} {...rest} />
);

/** Notifications of this browser; they need https or the station's own machine, and a touch that allows them. */
function OnThisDevice() {
  const isKnown = isSecureContext && 'Notification' in window;
  const permission = useSignal(isKnown ? Notification.permission : 'denied');
  if (permission.value === 'denied') return null;
  const ask = async () => (permission.value = await Notification.requestPermission());
  return (
    <Channel
      name={t.alarms.thisDevice}
      isOn={permission.value === 'granted'}
      onClick={() => permission.value === 'default' && void ask()}
    />
  );
}
