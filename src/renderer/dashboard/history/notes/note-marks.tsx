import { t } from '../../texts/history.ts';
import type { HistoryModel } from '../model.ts';
import { percentIn, spanS } from '../window.ts';

/** A touch this share of the window away from a note still means it. */
const NEAR = 1 / 60;

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

/** The words of the note that is nearest to a moment, where one is near. */
export function NearNote({ model, tS }: { model: HistoryModel; tS: number }) {
  const apart = ({ ts }: { ts: number }) => Math.abs(ts - tS);
  const near = model.notes.of.value
    .filter((note) => apart(note) < spanS(model.resting.value) * NEAR)
    .sort((a, b) => apart(a) - apart(b))[0];
  if (!near) return null;
  return (
    <span>
      <b>{t.history.notes.note}</b> <bdi class="muted">{near.text}</bdi>
    </span>
  );
}
