import { useSignal, useSignalEffect } from '@preact/signals';
import { HOUR_S } from '../../../base/durations.ts';
import { ALARM_SEVERITIES } from '../../../contract/alarm-names.ts';
import type { AlarmEntry } from '../../../contract/alarm-rule.ts';
import type { Alarm } from '../../../contract/alarms.ts';
import { units } from '../../kit/browser-choices.ts';
import { duration } from '../../kit/format.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Said } from '../../kit/parts/said.tsx';
import { Segments } from '../../kit/parts/segments.tsx';
import { SureButton } from '../../kit/parts/sure-button.tsx';
import { Switch } from '../../kit/parts/switch.tsx';
import { isChance, moved, scaleOf } from '../rule-scale.ts';
import { isBusy, shown } from '../settings/editing.ts';
import { whyReadOnly } from '../settings/lock.ts';
import { t } from '../texts/alarms.ts';
import { choose, isWide, unchoose } from './chosen.ts';
import { changeRule, removeRule, test, tested } from './data.ts';
import { ChanceRehearsal, DayRehearsal, hasDays, Slider } from './rehearsal.tsx';
import { Pick, type RuleProps, Sentence } from './sentence.tsx';
import { StateSign } from './signs.tsx';
import { Telling } from './telling.tsx';

/** Editor of one rule by touch: each change is saved at once. */
export function Editor({ alarm }: { alarm: Alarm }) {
  const { rule } = alarm;
  /** Where the handle is while a finger moves it; the rule's own threshold once it is let go. */
  const held = useSignal<number | null>(null);
  useSignalEffect(() => {
    if (!isBusy.value) held.value = null;
  });
  const shut = shown.value ? whyReadOnly(shown.value) : '';
  const isDisabled = shut !== null;
  const change = (next: Partial<AlarmEntry>): void => void changeRule(alarm.id, next);
  const touch = (): void => choose(alarm.id);
  const on = held.value ?? rule.on;
  const scale = scaleOf(rule);
  const hand = scale && {
    ...scale,
    on,
    write: (value: number) => scale.write(value, units.value),
    isDisabled,
    moving: (next: number) => (held.value = next),
    move: (next: number) => change(moved(rule, next)),
  };
  const Rehearsal = isChance(rule) ? ChanceRehearsal : hasDays(rule) ? DayRehearsal : Slider;
  return (
    <fieldset
      class="alarm-editor"
      aria-label={alarm.title}
      aria-disabled={isBusy.value}
      onPointerDown={touch}
      onFocusIn={touch}
      onKeyDown={rest}
    >
      <div class="editor-head">
        {!isWide.value && <Button kind="back" name={t.alarms.all} onClick={unchoose} />}
        <h2>
          <StateSign of={alarm.state} />
          <bdi>{alarm.title}</bdi>
        </h2>
        <Button name={t.alarms.test} disabled={shown.value === null} onClick={() => void test(alarm)} />
        <Switch
          isOn={alarm.enabled}
          words={alarm.enabled ? t.alarms.on : t.alarms.off}
          of={alarm.title}
          isDisabled={isDisabled}
          turn={(enabled) => change({ enabled })}
        />
      </div>
      {shut && <p class="muted">{shut}</p>}
      <TestAnswers id={alarm.id} />
      <Sentence rule={rule} on={on} isDisabled={isDisabled} change={change} />
      {hand && <Rehearsal alarm={alarm} hand={hand} />}
      {(isChance(rule) || alarm.kind === 'frost_now') && (
        <Switch
          kind="season"
          isOn={rule.season_first}
          words={t.alarms.seasonFirst}
          isDisabled={isDisabled}
          turn={(season_first) => change({ season_first })}
        />
      )}
      <Telling rule={rule} isDisabled={isDisabled} change={change} />
      <Manner rule={rule} isDisabled={isDisabled} change={change} />
      {alarm.kind === 'own' && (
        <SureButton
          kind="remove"
          name={t.alarms.remove}
          sure={t.buttons.sure}
          disabled={isDisabled}
          act={() => {
            if (isBusy.peek()) return;
            // The focus: its button goes, so the next row has it, or the button below the last, once the list is in sight.
            const next = document.querySelector<HTMLElement>('li:has([aria-current]) + li button, .add');
            if (isWide.peek()) next?.focus();
            else addEventListener('hashchange', () => next?.focus(), { once: true });
            unchoose();
            void removeRule(alarm.id);
          }}
        />
      )}
    </fieldset>
  );
}

/**
 * Keys of a field while a change is saved: all but Tab do nothing. `disabled` would take the focus as well. The style sheet does the same
 * for fingers, and what a button changes meanwhile is not saved (`changeRule`).
 */
function rest(event: KeyboardEvent): void {
  if (isBusy.peek() && event.key !== 'Tab' && (event.target as Element).matches('select,input')) event.preventDefault();
}

const LASTS_S = [0, 60, 300, 600, 1800, HOUR_S, 3 * HOUR_S, 12 * HOUR_S];
const REPEATS_H = [0, 1, 2, 3, 6, 12, 24];

/** How grave an alarm is, how long it must hold before it warns, and how often it is told again. */
function Manner({ rule, isDisabled, change }: RuleProps) {
  type Named = 'for_s' | 'repeat_h';
  const pick = (name: Named, label: string, of: readonly number[], write: (value: number) => string) => (
    <div class="labelled">
      <span aria-hidden="true">{label}</span>
      <Pick {...{ label, of, write, isDisabled }} value={rule[name]} pick={(value) => change({ [name]: value })} />
    </div>
  );
  return (
    <section class="manner">
      <fieldset class="labelled" disabled={isDisabled}>
        <span aria-hidden="true">{t.alarms.severity}</span>
        <Segments
          label={t.alarms.severity}
          value={rule.severity}
          choose={(severity) => change({ severity })}
          choices={t.alarms.severities}
          order={ALARM_SEVERITIES}
        />
      </fieldset>
      {pick('for_s', t.alarms.lasts, LASTS_S, (s) => (s === 0 ? t.alarms.atOnce : duration(s)))}
      {pick('repeat_h', t.alarms.repeat, REPEATS_H, (h) => (h === 0 ? t.alarms.never : duration(h * HOUR_S)))}
      {rule.severity === 'critical' && <p class="muted">{t.alarms.criticalHint}</p>}
    </section>
  );
}

/** Answers of the channels to a test, word for word. */
function TestAnswers({ id }: { id: string }) {
  const now = tested.value;
  if (now?.id !== id) return null;
  return (
    <div class="test-answers" role="status">
      {now.answers.size === 0 && <p>{t.alarms.testedNowhere}</p>}
      {[...now.answers].map(([channel, answer]) => (
        <div key={channel}>
          <h3>{t.channels[channel]}</h3>
          {answer === null ? (
            <p class="muted">{t.alarms.testing}</p>
          ) : typeof answer === 'string' ? (
            <p class="refusal">{answer}</p>
          ) : (
            <Said of={answer} />
          )}
        </div>
      ))}
    </div>
  );
}
