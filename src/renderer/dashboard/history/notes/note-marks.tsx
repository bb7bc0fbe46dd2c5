import type { HistoryModel } from '../model.ts';
import { percentIn } from '../window.ts';

/** Flags of notes above the charts, each with a pole through them. */
export function NoteMarks({ model }: { model: HistoryModel }) {
  const { fromS, toS } = model.window.value;
  const seen = model.notes.of.value.filter(({ ts }) => ts >= fromS && ts <= toS);
  return (
    <svg class="over note-marks" aria-hidden="true">
      {seen.map(({ id, ts }) => (
        <svg key={id} x={`${percentIn(model.window.value, ts)}%`} overflow="visible" aria-hidden="true">
          <line y1="0" y2="100%" />
          <path d="M0 0h11l-3 4.5 3 4.5H0z" />
        </svg>
      ))}
    </svg>
  );
}
