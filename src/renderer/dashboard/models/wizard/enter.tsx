import { signal, useComputed, useSignal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import type { CalibrateHumidityResult, CalibrateResult } from '../../../../contract/models.ts';
import { units } from '../../../kit/browser-choices.ts';
import { models, nerd } from '../../../kit/data/of-views.ts';
import { post } from '../../../kit/data/station.ts';
import { useTask } from '../../../kit/data/task.ts';
import { DASH, stepSize, unitOf, withUnit } from '../../../kit/format.ts';
import { isBounce } from '../../../kit/parts/bounce.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { Facts } from '../../../kit/parts/facts.tsx';
import { Keypad, shownAs, typedNumber } from '../../../kit/parts/keypad.tsx';
import { t } from '../../texts/models.ts';
import { wizard } from './ours.ts';
import { BOUNDS, isDoubtful, referenceOf } from './rules.ts';
import { shownFact, shownNow } from './shown.ts';

export function Enter() {
  const { subject } = wizard().state.value;
  const typed = useMemo(() => {
    const text = signal(wizard().state.peek().typed);
    text.subscribe((now) => now !== wizard().state.peek().typed && wizard().set({ typed: now }));
    return text;
  }, []);
  const task = useTask<void>();
  /** Value that was typed when the doubt was raised; another value asks again. */
  const doubted = useSignal<string | null>(null);
  const doubtedMs = useRef(0);
  const reference = useComputed(() => referenceOf(subject, typedNumber(typed.value), units.value));
  const isWrong = typedNumber(typed.value) !== null && reference.value === null;
  const isShut = reference.value === null || shownNow(subject) === null;
  const isAsking = doubted.value !== null && doubted.value === typed.value;

  const teach = (): void => {
    const value = reference.peek();
    if (value === null) return;
    void task.run(async () => {
      const result = await (subject === 'temperature'
        ? post<CalibrateResult>('/api/calibrate', { reference_c: value })
        : post<CalibrateHumidityResult>('/api/calibrate/humidity', { reference_pct: value }));
      wizard().set({ step: 'done', result });
      void models.load();
      void nerd.load();
    });
  };
  const apply = (): void => {
    const value = reference.peek();
    const shown = shownNow(subject);
    if (value === null || shown === null) return;
    if (isDoubtful(subject, value, shown)) {
      doubted.value = typed.peek();
      doubtedMs.current = performance.now();
    } else teach();
  };
  /** Answers of a doubt, which stand where the finger has just been: a double tap gives none. */
  const meant = (answer: () => void) => (): void => {
    if (!isBounce(doubtedMs.current)) answer();
  };
  const [low, high] = BOUNDS[subject];
  const apart = stepSize(subject, (reference.value ?? 0) - (shownNow(subject) ?? 0), units.value, 1);
  const said = `${shownAs(typed.value)}\u202f${unitOf(subject, units.value)}`;
  return (
    <div class="enter">
      <div class="enter-words">
        <Facts of={[shownFact(subject)]} />
        <p class="muted">{t.models.reference}</p>
        <p class="typed-line">
          <output class="typed">{shownAs(typed.value) || DASH}</output>{' '}
          <span class="unit">{unitOf(subject, units.value)}</span>
        </p>
        <p class="refusal" aria-live="assertive">
          {isWrong
            ? t.models.outOfRange({
                low: withUnit(subject, low, units.value, 0),
                high: withUnit(subject, high, units.value, 0),
              })
            : isAsking
              ? t.models.doubt({ said, apart: apart + (subject === 'humidity' ? '\u202f%' : '°') })
              : (task.problem.value ?? '')}
        </p>
        {isAsking ? (
          <div class="row" key="doubt">
            <Button name={t.models.mistyped} onClick={meant(() => (typed.value = ''))} />
            <Button name={t.models.insist({ said })} onClick={meant(teach)} isBusy={task.busy.value} />
          </div>
        ) : (
          <div class="row" key="apply">
            <Button name={t.buttons.back} onClick={() => wizard().set({ step: 'wait' })} />
            <Button kind="strong" name={t.models.apply} onClick={apply} disabled={isShut} isBusy={task.busy.value} />
          </div>
        )}
      </div>
      <Keypad typed={typed} kind={subject === 'temperature' ? 'signed number' : 'number'} enter={apply} />
    </div>
  );
}
