import { useSignal, useSignalEffect } from '@preact/signals';
import type { AlarmEntry } from '../../../contract/alarm-rule.ts';
import type { Alarm } from '../../../contract/alarms.ts';
import { t } from '../../texts/alarms.ts';
import { isBusy, shown } from '../settings/editing.ts';
import { whyReadOnly } from '../settings/lock.ts';
import { changeRule, removeRule, test, tested } from './data.ts';
import { Manner } from './manner.tsx';
import { ChanceRehearsal, DayRehearsal, hasDays, Slider } from './rehearsal.tsx';
import { isChance, scaleOf } from './scale.ts';
import { Sentence } from './sentence.tsx';
import { StateSign } from './signs.tsx';
import { Telling } from './telling.tsx';
import { TestAnswers } from './test-answers.tsx';

/** Editor of one rule by touch: each change is saved at once. */
export function Editor({ alarm, back }: { alarm: Alarm; back: () => void }) {
  const { rule } = alarm;
  /** Where the handle is while a finger moves it; the rule's own threshold once it is let go. */
  const held = useSignal<number | null>(null);
  useSignalEffect(() => {
    if (!isBusy.value) held.value = null;
  });
  const shut = shown.value ? whyReadOnly(shown.value) : '';
  const isDisabled = shut !== null || isBusy.value;
  const change = (next: Partial<AlarmEntry>): void => void changeRule(alarm.id, next);
  const on = held.value ?? rule.on;
  const scale = scaleOf(rule);
  const Rehearsal = isChance(rule) ? ChanceRehearsal : hasDays(rule) ? DayRehearsal : Slider;
  return (
    <div class="alarm-editor">
      <div class="editor-head">
        <button type="button" class="button back" onClick={back}>
          {t.alarms.all}
        </button>
        <h2>
          <StateSign of={alarm.state} />
          <bdi>{alarm.title}</bdi>
        </h2>
        <button type="button" class="button" disabled={shown.value === null} onClick={() => void test(alarm)}>
          {t.alarms.test}
        </button>
        <button
          type="button"
          role="switch"
          class="switch"
          aria-checked={alarm.enabled}
          aria-label={alarm.title}
          disabled={isDisabled}
          onClick={() => change({ enabled: !alarm.enabled })}
        >
          <span class="knob" />
          <span aria-hidden="true">{alarm.enabled ? t.alarms.on : t.alarms.off}</span>
        </button>
      </div>
      {shut && <p class="muted">{shut}</p>}
      {tested.value?.id === alarm.id && <TestAnswers id={alarm.id} />}
      <Sentence rule={rule} on={on} isDisabled={isDisabled} change={change} />
      {scale && (
        <Rehearsal
          key={alarm.id}
          alarm={alarm}
          scale={scale}
          on={on}
          isDisabled={isDisabled}
          moving={(next) => (held.value = next)}
          change={change}
        />
      )}
      {(isChance(rule) || alarm.kind === 'frost_now') && (
        <button
          type="button"
          role="switch"
          class="switch season"
          aria-checked={rule.season_first}
          disabled={isDisabled}
          onClick={() => change({ season_first: !rule.season_first })}
        >
          <span class="knob" />
          <span>{t.alarms.seasonFirst}</span>
        </button>
      )}
      <Telling rule={rule} isDisabled={isDisabled} change={change} />
      <Manner rule={rule} isDisabled={isDisabled} change={change} />
      {alarm.kind === 'own' && (
        <button
          type="button"
          class="button remove"
          disabled={isDisabled}
          onClick={() => {
            back();
            void removeRule(alarm.id);
          }}
        >
          {t.alarms.remove}
        </button>
      )}
    </div>
  );
}
