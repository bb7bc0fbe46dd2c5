import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { GivenLabel } from '../../../../contract/conditions.ts';
import { isYes } from '../../../../contract/label-value.ts';
import { time } from '../../../kit/data/station.ts';
import { useTask } from '../../../kit/data/task.ts';
import { COMMA, language } from '../../../kit/language.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { Problem } from '../../../kit/parts/problem.tsx';
import { named } from '../../../kit/texts/by-name.ts';
import { t } from '../../texts/models.ts';
import { type Done, list, page, pages, setRight, takeBack } from './labels.ts';

const UNDO_MS = 20_000;
/** Delay from which a report counts as told later. */
const LATER_S = 300;

const inWords = (kind: string, value: number): string =>
  named(t.models.labels.kinds, kind)?.[isYes(value) ? 1 : 0] ?? kind.replaceAll('_', ' ');

/** List of reported observations, with correction and removal. */
export function LabelList() {
  const known = list.use();
  const task = useTask<void>();
  const done = useSignal<Done | null>(null);
  const act = (work: () => Promise<Done | null>) => () =>
    void task.run(async () => {
      done.value = null;
      done.value = await work();
    });
  return (
    <section class="labels">
      <div class="section-head">
        <h2>{t.models.labels.title}</h2>
        <Problem of={list.problem.value} />
      </div>
      <p class="muted">{t.models.labels.intro}</p>
      <div class="became" aria-live="polite">
        {task.problem.value && <p class="refusal">{task.problem.value}</p>}
        {done.value && <Became of={done.value} gone={() => (done.value = null)} act={act} />}
      </div>
      {known?.total === 0 && !done.value && <p class="empty-note">{t.models.labels.empty}</p>}
      <ul class="label-rows">
        {known?.labels.map((label) => (
          <Row key={label.id} label={label} isBusy={task.busy.value} act={act} />
        ))}
      </ul>
      {pages.value > 1 && <Pages />}
    </section>
  );
}

/** Separator of remarks, which have commas themselves. */
const SEMICOLON = language === 'ar' ? '؛ ' : '; ';

type Act = (work: () => Promise<Done | null>) => () => void;

function Row({ label, isBusy, act }: { label: GivenLabel; isBusy: boolean; act: Act }) {
  const { ts, given_ts, kind, value, learned, undoable } = label;
  const remarks = [
    given_ts - ts > LATER_S && t.models.labels.toldLater({ when: time.value.dateAndClock(given_ts) }),
    kind === 'rain' && !learned && t.models.labels.notLearned,
    !undoable && t.models.labels.tooOld,
  ].filter((words) => words !== false);
  const other = isYes(value) ? 0 : 1;
  const when = time.value.dateAndClock(ts);
  const named = (button: string) => [button, inWords(kind, value), when].join(COMMA);
  const [setTo, back] = [t.models.labels.setTo({ what: inWords(kind, other) }), t.buttons.remove];
  return (
    <li>
      <span class="said">
        <b>{inWords(kind, value)}</b>
        <span class="muted">{when}</span>
        {remarks.length > 0 && <span class="muted remark">{remarks.join(SEMICOLON)}</span>}
        {label.note !== '' && <bdi class="remark">{label.note}</bdi>}
      </span>
      <span class="row">
        <Button name={setTo} aria-label={named(setTo)} disabled={isBusy} onClick={act(() => setRight(label, other))} />
        <Button name={back} aria-label={named(back)} disabled={isBusy} onClick={act(() => takeBack(label))} />
      </span>
    </li>
  );
}

/** Result of a change, with its undo for a while. The undo has the focus, since a finger that slipped is still there. */
function Became({ of: { what, label, undo }, gone, act }: { of: Done; gone: () => void; act: Act }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus({ preventScroll: true });
    const timer = setTimeout(gone, UNDO_MS);
    return () => clearTimeout(timer);
  }, [label]);
  const say = what === 'taken back' ? t.models.labels.takenBack : t.models.labels.corrected;
  return (
    <p class="row">
      <span>{say({ what: inWords(label.kind, label.value), when: time.value.dateAndClock(label.ts) })}</span>
      <Button name={t.models.labels.undo} ref={button} onClick={act(() => undo().then(() => null))} />
    </p>
  );
}

function Pages() {
  const turn = (by: number) => () => (page.value += by);
  return (
    <div class="row">
      <Button name={t.models.labels.newer} disabled={page.value === 0} onClick={turn(-1)} />
      <span class="muted">{t.models.labels.page({ n: page.value + 1, of: pages.value })}</span>
      <Button name={t.models.labels.older} disabled={page.value + 1 >= pages.value} onClick={turn(1)} />
    </div>
  );
}
