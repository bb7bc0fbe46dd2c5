import { useSignal } from '@preact/signals';
import type { QualityBody } from '../../../../contract/quality.ts';
import type { Status } from '../../../../contract/status.ts';
import { getJson, post, stationNowS } from '../../../kit/data/station.ts';
import { useTask } from '../../../kit/data/task.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { Dialog } from '../../../kit/parts/dialog.tsx';
import { wait } from '../../../kit/wait.ts';
import { t } from '../../texts/history.ts';
import { signalOf, weatherIn } from '../columns.ts';
import type { HistoryModel } from '../model.ts';
import { useMoment } from '../moment-field.tsx';
import { heard } from '../others/heard.ts';
import { offered } from '../others/offered.ts';
import type { Window } from '../window.ts';

interface Props {
  span: Window;
  model: HistoryModel;
  /** Called when rows may have changed. */
  done: () => void;
  close: () => void;
}

const OF_BOARD = ['temperature', 'humidity', 'pressure', 'outdoor', 'light'] as const;
type Quantity = QualityBody['quantities'][number];
/** Columns that have the flags of another: the rate of the rain has those of the rain. */
const WITH_ANOTHER: ReadonlySet<string> = new Set(['wind_direction', 'rain_rate', 'lightning_distance_km']);

/** Everything that may be marked: what the board measures, then wind, rain and sun, then each further sensor's values. */
function useChoices(model: HistoryModel): { quantity: Quantity; label: string }[] {
  const inputs = heard.use()?.inputs ?? [];
  return [
    ...OF_BOARD.map((quantity) => ({ quantity, label: t.quantities[quantity] })),
    ...weatherIn(model.range.value).map((panel) => ({
      quantity: signalOf(panel),
      label: t.history.weather[panel],
    })),
    ...offered(inputs)
      .filter(({ column }) => !WITH_ANOTHER.has(column))
      .map(({ column, sensor, what }) => ({ quantity: column as Quantity, label: `${sensor} · ${what}` })),
  ];
}
type Verdict = 'bad' | 'good' | null;

const LOOK_EVERY_MS = 2000;
const LOOKS = 90;

/** Polls until the job that makes rows anew is over, for three minutes at most. */
async function whenApplied(done: () => void): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    await wait(LOOK_EVERY_MS);
    const { jobs } = await getJson<Status>('/api/status');
    if (!jobs.some(({ job }) => job === 'flags')) return done();
  }
}

/** Dialog in which a person marks readings as wrong or right, or takes that back. */
export default function FlagDialog({ span, model, done, close }: Props) {
  const choices = useChoices(model);
  const { tS: fromS, field: from } = useMoment(t.history.flags.from, span.fromS);
  const { tS: toS, field: to } = useMoment(t.history.flags.to, Math.min(span.toS, stationNowS()));
  const which = useSignal<readonly Quantity[]>(['temperature']);
  const task = useTask<void>();
  const isInOrder = fromS !== null && toS !== null && fromS < toS;
  const isReady = isInOrder && which.value.length > 0 && !task.busy.value;
  const isMarked = model.flags.of.value.spans.some(
    ({ by_hand, quantity, start, end }) =>
      by_hand && isInOrder && which.value.includes(quantity) && start < toS && end > fromS,
  );
  const say = (verdict: Verdict): void => {
    void task.run(async () => {
      await post('/api/quality', { quantities: which.peek(), start: fromS, end: toS, verdict });
      model.reload();
      void whenApplied(done);
      close();
    });
  };
  return (
    <Dialog class="ask note flags" close={close} title={t.history.flags.mark}>
      <p class="muted">{t.history.flags.explain}</p>
      <div class="moments">
        {from}
        {to}
      </div>
      <fieldset class="flag-quantities">
        <legend class="muted">{t.history.flags.which}</legend>
        {choices.map(({ quantity, label }) => (
          <Button
            key={quantity}
            name={label}
            aria-pressed={which.value.includes(quantity)}
            onClick={() => {
              const others = which.peek().filter((name) => name !== quantity);
              which.value = others.length < which.peek().length ? others : [...others, quantity];
            }}
          />
        ))}
      </fieldset>
      <div class="buttons">
        <p class="refusal" role="status">
          {fromS !== null && toS !== null && !isInOrder ? t.history.flags.order : task.problem.value}
        </p>
        <Button name={t.buttons.cancel} onClick={close} />
        {isMarked && <Button name={t.history.flags.lift} disabled={!isReady} onClick={() => say(null)} />}
        <Button name={t.history.flags.good} disabled={!isReady} onClick={() => say('good')} />
        <Button kind="strong" name={t.history.flags.bad} disabled={!isReady} onClick={() => say('bad')} />
      </div>
    </Dialog>
  );
}
