import { computed, signal, useSignalEffect } from '@preact/signals';
import { SerialQueue } from '../../../base/serial-queue.ts';
import type { LabelResult, LabelUndone } from '../../../contract/conditions.ts';
import type { EventRecord } from '../../../contract/events.ts';
import { ApiProblem, GivenUp } from '../../kit/data/api.ts';
import { isStale, live, minuteS, post, remove, resource, status, time } from '../../kit/data/station.ts';
import { isBounce } from '../../kit/parts/bounce.ts';
import { t } from '../texts/now.ts';
import { type Observed, observedRain, withTold } from './observed.ts';

const UNDO_MS = 10_000;

/**
 * Newest reports, calibrations and recalculations, in one request. After a calibration yesterday is on another scale until the record is
 * recalculated: the step would look like weather.
 */
export const log = resource<EventRecord[]>(() => '/api/events?kinds=label,discontinuity,recompute&limit=70', 60);
/** Newest report of this page. Once the log has it, the log decides: it may be taken back elsewhere. */
const told = signal<Observed | null>(null);
/** Report that this page took back; its log may still have it. */
const gone = signal<number | null>(null);

/** Newest label of rain, from the log or from this page. */
export const observed = computed<Observed | null>(() => {
  const events = log.value.value ?? [];
  const isInLog = events.some(({ data }) => data?.['id'] === told.value?.id);
  return withTold(observedRain(events, minuteS.value, gone.value), isInLog ? null : told.value, minuteS.value);
});

/** Report of this page that can be undone, and the refusal of the last one. Kept beside the view. */
const undoable = signal<Observed | null>(null);
const refusal = signal<string | null>(null);
/** When the last report was made, by this page's clock. */
let toldMs = 0;
/** Answer that was touched last, until the station has it: marked at once, since that may take seconds. */
const saying = signal<{ isWet: boolean } | null>(null);
const isTakingBack = signal(false);

/** Queue of reports and undos: of several quick touches the last wins. */
const turns = new SerialQueue();

const act = (work: () => Promise<void>): Promise<void> =>
  turns.take(async () => {
    refusal.value = null;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof GivenUp)) {
        undoable.value = null;
        refusal.value = error instanceof Error ? error.message : String(error);
      }
    }
    void log.load(); // also after a lost or cancelled answer: then the buttons show what was done after all
  });

async function tell(isWet: boolean): Promise<void> {
  if (saying.peek()?.isWet === isWet) return; // a finger that bounces
  const mine = { isWet };
  saying.value = mine;
  await act(async () => {
    if (saying.peek() !== mine) return; // overtaken while it waited
    const { id, ts } = await post<LabelResult>('/api/label', { kind: 'rain', value: isWet ? 1 : 0 });
    undoable.value = told.value = { id, isWet, sinceS: ts, saidS: ts };
    toldMs = performance.now();
  });
  if (saying.peek() === mine) saying.value = null;
}

async function takeBack(id: number): Promise<void> {
  isTakingBack.value = true;
  await act(async () => {
    if (undoable.peek()?.id !== id) return;
    await remove<LabelUndone>(`/api/label/${id}`).catch((error: unknown) => {
      if (!(error instanceof ApiProblem && error.status === 404)) throw error; // somebody else has taken it back
    });
    undoable.value = told.value = null;
    gone.value = id;
  });
  isTakingBack.value = false;
}

/** Question whether it rains: two answers, and after a touch the report with its undo in the same place. */
export function Observe() {
  log.use();
  const isWet = (saying.value ?? observed.value)?.isWet ?? null;
  const mine = undoable.value;
  // Counted only while it is in sight: behind another view nobody could have undone it.
  useSignalEffect(() => {
    if (!undoable.value && !refusal.value) return;
    const forget = setTimeout(() => {
      undoable.value = null;
      refusal.value = null;
    }, UNDO_MS);
    return () => clearTimeout(forget);
  });
  const button = (wet: boolean, name: string, hint: string) => (
    <button
      type="button"
      class={`button ${wet ? 'wet' : 'dry'}`}
      title={hint}
      aria-pressed={isWet === wet}
      aria-busy={saying.value?.isWet === wet}
      onClick={() => tell(wet)}
    >
      {name}
    </button>
  );
  return (
    // Disabled while the station starts or is silent. One lost answer is no silence while samples come.
    <fieldset
      class="observe"
      disabled={
        !status.value.value ||
        status.problem.value?.status === 503 ||
        (!!status.problem.value && (!live.value || isStale.value))
      }
    >
      <legend class="muted">{t.now.isItRaining}</legend>
      {refusal.value && (
        <p class="refusal" role="status">
          {refusal.value}
        </p>
      )}
      {mine === null ? (
        <>
          {button(true, t.now.yes, t.now.wetHint)}
          {button(false, t.now.no, t.now.dryHint)}
        </>
      ) : (
        <>
          <p class="reported" role="status">
            {(mine.isWet ? t.now.rainReported : t.now.dryReported)({ clock: time.value.clock(mine.saidS) })}
          </p>
          <button
            type="button"
            class="button undo"
            aria-busy={isTakingBack.value}
            onClick={() => isBounce(toldMs) || takeBack(mine.id)}
          >
            {t.now.undo}
          </button>
        </>
      )}
    </fieldset>
  );
}
