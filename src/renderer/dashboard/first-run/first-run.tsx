import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { isKiosk } from '../../kit/browser-choices.ts';
import { status } from '../../kit/data/station.ts';
import { useTask } from '../../kit/data/task.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { fillsScreen } from '../first-run.ts';
import { latest, worded } from '../settings/editing.ts';
import { t } from '../texts/first-run.ts';
import { useBackKey, wentBack } from './back-key.ts';
import { answer, draft, end, STEPS } from './draft.ts';
import { save, settingOf } from './save-answers.ts';
import { Access } from './steps/access.tsx';
import { Done } from './steps/done.tsx';
import { Height } from './steps/height.tsx';
import { Language } from './steps/language.tsx';
import { Name } from './steps/name.tsx';
import { Phone } from './steps/phone.tsx';
import { PlaceStep } from './steps/place.tsx';
import { Sensors } from './steps/sensors.tsx';
import { UnitsStep } from './steps/units.tsx';

const VIEWS = {
  language: Language,
  place: PlaceStep,
  height: Height,
  units: UnitsStep,
  name: Name,
  access: Access,
  phone: Phone,
  sensors: Sensors,
  done: Done,
};

/**
 * The first questions, one a page. They have the whole screen on the wall, and in every browser while changes are open to all. Where
 * changes are protected, the reader may be a guest: there a card offers them.
 */
export default function FirstRun() {
  status.use();
  const isWanted = useSignal(isKiosk || draft.peek().place !== null || draft.peek().saved);
  latest.use();
  const writes = settingOf('access.writes')?.value ?? null;
  const isOpen = worded.value !== null && (isWanted.value || writes === 'open');
  useLayoutEffect(() => {
    fillsScreen.value = isOpen;
    return () => (fillsScreen.value = false);
  }, [isOpen]);
  if (worded.value === null) return null;
  return isOpen ? <Steps /> : <Card begin={() => (isWanted.value = true)} />;
}

const Card = ({ begin }: { begin: () => void }) => (
  <aside class="first-card">
    <p>{t.first.card}</p>
    <div class="row">
      <Button name={t.buttons.notNow} onClick={() => end()} />
      <Button kind="strong" name={t.first.begin} onClick={begin} />
    </div>
  </aside>
);

function Steps() {
  const { step } = draft.value;
  const at = STEPS.indexOf(step);
  const isSkipping = useSignal(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [step]); // a screen reader says which step it is
  const isStill = useStill(`${step} ${draft.value.place?.latitude} ${draft.value.place?.longitude}`);
  const go = (by: number): void => {
    const next = STEPS[at + by];
    if (next) answer({ step: next });
  };
  useBackKey(step);
  const leave = (): void => {
    if (draft.peek().saved) end();
    else isSkipping.value = true;
  };
  const View = VIEWS[step];
  return (
    <main class={isStill ? 'first-run still' : 'first-run'} aria-labelledby="first-title">
      <header>
        <div>
          <p class="muted small">{t.first.progress({ step: at + 1, of: STEPS.length })}</p>
          <h1 id="first-title" tabIndex={-1} ref={heading}>
            {t.first[step].title}
          </h1>
        </div>
        {step !== 'done' && (
          <Button kind="quiet" name={draft.value.saved ? t.buttons.close : t.first.skip} onClick={leave} />
        )}
        <progress class="steps" value={at + 1} max={STEPS.length} aria-label={t.first.title} />
      </header>
      <View key={step} back={at > 0 ? () => wentBack() || go(-1) : null} next={() => go(1)} />
      {isSkipping.value && <SkipDialog close={() => (isSkipping.value = false)} />}
    </main>
  );
}

/**
 * Dialog to skip set-up. "Don't ask again" saves the unchanged name, so a settings file exists and no other screen asks. If none can be
 * written, only this browser stops asking.
 */
function SkipDialog({ close }: { close: () => void }) {
  const task = useTask<void>();
  const isKept = worded.value?.writable === true;
  const forGood = () =>
    task.run(async () => {
      if (isKept) await save({ 'site.name': settingOf('site.name')?.value ?? 'Weatherglass' });
      end();
    });
  return (
    <Dialog class="ask" close={close} title={t.first.skipTitle}>
      <p>{t.first.skipText}</p>
      {task.problem.value && <p class="refusal">{t.first.access.refused({ detail: task.problem.value })}</p>}
      <div class="stack">
        {isKept && <Button name={t.first.never} isBusy={task.busy.value} onClick={forGood} />}
        <Button name={t.first.later} onClick={() => end()} />
        <Button kind="strong" name={t.first.goOn} onClick={close} />
      </div>
    </Dialog>
  );
}

/** A finger that taps twice does so within this. */
const TWICE_MS = 200;

/** True for a moment after `what` has changed: the second of two taps was meant for what stood there before, and answers nothing. */
function useStill(what: string): boolean {
  const isStill = useSignal(false);
  const before = useRef(what);
  useLayoutEffect(() => {
    if (before.current === what) return;
    before.current = what;
    isStill.value = true;
    const timer = setTimeout(() => (isStill.value = false), TWICE_MS);
    return () => clearTimeout(timer);
  }, [what]);
  return isStill.value;
}
