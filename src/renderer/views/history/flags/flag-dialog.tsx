import { useSignal } from '@preact/signals';
import type { Status } from '../../../../contract/status.ts';
import { getJson, post, stationNowS, time } from '../../../data/station.ts';
import { useTask } from '../../../data/task.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { t } from '../../../texts/history.ts';
import type { FlagLog } from '../flag-log.ts';
import { fieldText, momentOf } from '../moment-field.ts';
import type { Window } from '../window.ts';

interface Props {
  span: Window;
  log: FlagLog;
  /** Called when rows may have changed. */
  done: () => void;
  close: () => void;
}

const QUANTITIES = ['temperature', 'humidity', 'pressure', 'outdoor', 'light'] as const;
type Quantity = (typeof QUANTITIES)[number];
type Verdict = 'bad' | 'good' | null;

const LOOK_EVERY_MS = 2000;
const LOOKS = 90;

/** Looks until the job that makes rows anew is over, or for three minutes. */
async function whenApplied(done: () => void): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    const { jobs } = await getJson<Status>('/api/status');
    if (jobs.some(({ job }) => job === 'flags')) continue;
    done();
    return;
  }
}

/** A person's word about readings of a time: wrong, right, or taken back. */
export default function FlagDialog({ span, log, done, close }: Props) {
  const { calendar } = time.value;
  const ends = { fromS: span.fromS, toS: Math.min(span.toS, stationNowS()) };
  const atFirst = { from: fieldText(ends.fromS, calendar), to: fieldText(ends.toS, calendar) };
  const from = useSignal(atFirst.from);
  const to = useSignal(atFirst.to);
  const which = useSignal<readonly Quantity[]>(['temperature']);
  const task = useTask<void>();
  // A minute that nobody changed keeps its seconds.
  const fromS = from.value === atFirst.from ? ends.fromS : momentOf(from.value, calendar);
  const toS = to.value === atFirst.to ? ends.toS : momentOf(to.value, calendar);
  const isInOrder = fromS !== null && toS !== null && fromS < toS;
  const isReady = isInOrder && which.value.length > 0 && !task.busy.value;
  const isMarked = log.quality.value.spans.some(
    ({ by_hand, quantity, start, end }) =>
      by_hand && isInOrder && which.value.includes(quantity) && start < toS && end > fromS,
  );
  const say = (verdict: Verdict): void => {
    void task.run(async () => {
      await post('/api/quality', { quantities: which.peek(), start: fromS, end: toS, verdict });
      await log.again();
      void whenApplied(done);
      close();
    });
  };
  const moment = (text: string, value: typeof from) => (
    <label>
      <span class="muted">{text}</span>
      <input
        type="datetime-local"
        max={fieldText(stationNowS(), calendar)}
        value={value.value}
        onInput={(event) => {
          value.value = event.currentTarget.value;
        }}
      />
    </label>
  );
  return (
    <Dialog class="ask note flags" close={close} labelledBy="flags-title">
      <h2 id="flags-title">{t.history.flags.title}</h2>
      <p class="muted">{t.history.flags.explain}</p>
      {moment(t.history.flags.from, from)}
      {moment(t.history.flags.to, to)}
      <fieldset class="flag-quantities">
        <legend class="muted">{t.history.flags.which}</legend>
        {QUANTITIES.map((quantity) => (
          <button
            key={quantity}
            type="button"
            class="button"
            aria-pressed={which.value.includes(quantity)}
            onClick={() => {
              const others = which.peek().filter((name) => name !== quantity);
              which.value = others.length < which.peek().length ? others : [...others, quantity];
            }}
          >
            {t.quantities[quantity]}
          </button>
        ))}
      </fieldset>
      <p class="refusal" role="status">
        {isInOrder ? task.problem.value : t.history.flags.order}
      </p>
      <div class="buttons">
        <button type="button" class="button" onClick={close}>
          {t.history.notes.cancel}
        </button>
        {isMarked && (
          <button type="button" class="button" disabled={!isReady} onClick={() => say(null)}>
            {t.history.flags.lift}
          </button>
        )}
        <button type="button" class="button" disabled={!isReady} onClick={() => say('good')}>
          {t.history.flags.good}
        </button>
        <button type="button" class="button strong" disabled={!isReady} onClick={() => say('bad')}>
          {t.history.flags.bad}
        </button>
      </div>
    </Dialog>
  );
}
