import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Imports } from '../../../../contract/imports.ts';
import { leadOf } from '../../../../messages/number.ts';
import { isKiosk, units } from '../../../kit/browser-choices.ts';
import { post, remove, resource, status, time, upload } from '../../../kit/data/station.ts';
import { useTask } from '../../../kit/data/task.ts';
import { number } from '../../../kit/format.ts';
import { COMMA, tag } from '../../../kit/language.ts';
import { isBounce } from '../../../kit/parts/bounce.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { DataTable } from '../../../kit/parts/data-table.tsx';
import { Dialog } from '../../../kit/parts/dialog.tsx';
import { FileButton } from '../../../kit/parts/file-button.tsx';
import { Meter } from '../../../kit/parts/job-bar.tsx';
import { Notices } from '../../../kit/parts/notices.tsx';
import { Refusal } from '../../../kit/parts/refusal.tsx';
import { SureButton } from '../../../kit/parts/sure-button.tsx';
import { t } from '../../texts/bring.ts';
import { Columns } from './columns.tsx';

const query = () => `lang=${tag}&units=${units.value}`;
const state = resource<Imports>(() => `/api/import?${query()}`, 1);

/** Upload of this page; the sheet may be closed and opened again meanwhile. */
let sending: AbortController | undefined;

/** Sheet of the import: files, what was found in them, the job, what is learned from it, and all imports before. */
export default function BringSheet({ close }: { close: () => void }) {
  const now = state.use();
  const task = useTask<void>();
  /** Beside an upload, which may take minutes. */
  const dropping = useTask<void>();
  const act = (work: () => Promise<unknown>, by = task) =>
    void by.run(async () => {
      await work().finally(() => state.load());
    });
  const ask = (what: string, body?: object) => act(() => post(`/api/import/${what}`, body));
  const send = (files: readonly File[]) =>
    act(async () => {
      sending = new AbortController();
      const { signal } = sending;
      await state.load(); // somebody else may have begun an import meanwhile, which refuses this upload
      if (state.value.peek()?.phase === 'idle') await post('/api/import/cancel'); // ends an import that was left, and asks for the PIN before the first byte
      try {
        for (const [i, file] of files.entries()) {
          const told = `name=${encodeURIComponent(file.name)}&file=${i + 1}&of=${files.length}`;
          await upload(`/api/import?${told}`, file, signal);
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    });
  const drop = () => {
    task.problem.value = null;
    sending?.abort(); // else the station would cut it off, and the page tell that as its silence
    act(() => post('/api/import/cancel'), dropping);
  };
  const phase = now?.phase;
  const full = useSignal<Imports | null>(null);
  const which = phase === 'scanned' ? JSON.stringify([now?.options, now?.scan?.rows]) : '';
  useEffect(() => {
    full.value = null;
    if (which)
      void post<Imports>(`/api/import/look?${query()}`).then(
        (of) => (full.value = of),
        (error: Error) => (task.problem.value = error.message),
      );
  }, [which]);
  const problem = task.problem.value ?? dropping.problem.value ?? now?.refusal;
  const isOpen = phase === 'idle' || phase === 'scanned';
  const isOn = phase === 'importing' || phase === 'paused';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // When the focused part goes, the heading gets the focus: else a keyboard would begin at the top, and a screen reader leave the sheet.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [phase, full.value, now?.jobs.length]);
  const turnedMs = useRef(Number.NEGATIVE_INFINITY);
  const turn = () => {
    if (isBounce(turnedMs.current)) return; // the same button takes it back
    turnedMs.current = performance.now();
    ask(phase === 'paused' ? 'resume' : 'pause');
  };
  const startedMs = useRef(Number.NEGATIVE_INFINITY);
  const start = () => {
    startedMs.current = performance.now();
    ask('start');
  };
  return (
    <Dialog class="ask sensor-sheet bring" close={close} labelledBy="bring-title">
      <h2 id="bring-title" tabIndex={-1} ref={heading}>
        {t.title}
      </h2>
      {problem && <Refusal of={problem} />}
      {now?.doing && (now.progress === null ? <p>{now.doing}</p> : <Meter share={now.progress} label={now.doing} />)}
      {phase === 'idle' && <Choose send={send} isBusy={task.busy.value} />}
      {now?.last && isOpen && <p class="verdict ok">{t.done({ rows: now.last.rows, skipped: now.last.skipped })}</p>}
      {full.value?.scan && <Found scan={full.value.scan} />}
      {full.value && <Columns of={full.value} again={(options) => ask('scan', options)} />}
      {now && isOpen && <Before of={now} undo={(job) => act(() => remove(`/api/import/${job}`))} />}
      <div class="buttons">
        {/* Not disabled while a touch is answered: that would take the focus. Another touch does nothing meanwhile. */}
        {isOn && <Button name={phase === 'paused' ? t.resume : t.pause} onClick={turn} />}
        {isOn && <SureButton name={t.buttons.cancel} sure={t.sure} act={() => ask('cancel')} />}
        {(phase === 'receiving' || phase === 'scanning' || phase === 'scanned') && (
          <Button name={t.buttons.cancel} onClick={drop} />
        )}
        {phase === 'scanned' && now?.scan && !now.scan.units_needed ? (
          <Button key="start" kind="strong" name={t.start} onClick={start} />
        ) : (
          // It stands where "Import" was: the second of two quick touches must not press it.
          <Button key="close" name={t.buttons.close} onClick={() => isBounce(startedMs.current) || close()} />
        )}
      </div>
    </Dialog>
  );
}

/** Choice of files. The window on the wall has none to choose from, and says where to go. */
function Choose({ send, isBusy }: { send: (files: readonly File[]) => void; isBusy: boolean }) {
  if (isKiosk) return <p>{t.onWall({ address: status.value.value?.lan_urls[0] ?? location.origin })}</p>;
  return (
    <>
      <p>{t.intro}</p>
      <FileButton kind="strong" name={t.choose} multiple disabled={isBusy} take={send} />
    </>
  );
}

/** First and last day of an import. */
const reachOf = (from: number, to: number): string =>
  `${time.value.date(from)} – ${time.value.date(Math.max(from, to - 1))}`;

function Before({ of: { jobs }, undo }: { of: Imports; undo: (job: number) => void }) {
  return (
    <ul class="paths">
      {jobs.map(({ job, files, rows, from, to }) => (
        <li key={job}>
          <bdi>{files.join(COMMA)}</bdi>
          <small>
            {t.rows({ rows, count: number(rows) })}
            {from !== null && to !== null && COMMA + reachOf(from, to)}
          </small>
          <SureButton name={t.undo} sure={t.sure} act={() => undo(job)} />
        </li>
      ))}
    </ul>
  );
}

type Scan = NonNullable<Imports['scan']>;

/** Answer of the scan: what was found in sentences, and the first rows as they would be imported. */
function Found({ scan: { findings, quantities, shown } }: { scan: Scan }) {
  return (
    <>
      <Notices of={findings} />
      <DataTable
        caption={t.shown}
        rows={shown}
        columns={[
          { head: t.chart.time, cell: ({ ts }) => time.value.dateAndClock(ts) },
          ...quantities.map(({ label, unit, decimals }, i) => ({
            head: unit === '' ? label : `${label} ${leadOf(tag)}${unit}`,
            cell: ({ values }: Scan['shown'][number]) => number(values[i], decimals),
          })),
        ]}
      />
    </>
  );
}
