import type { ComponentChildren } from 'preact';
import { HOUR_S } from '../../../../base/durations.ts';
import { minuteS, time } from '../../../kit/data/station.ts';
import { THIN } from '../../../kit/format.ts';
import { chancePercent } from '../../now/tonight-answer.ts';
import { t } from '../../texts/forecast.ts';

export interface Cell {
  fromS: number;
  byS: number;
  chance: number;
}

/** Hours of the fan before now. Cells have the fan's span, and so stand exactly under their hours. */
export const PAST_S = 9 * HOUR_S;
const SPAN_S = PAST_S + 24 * HOUR_S;
const READ_FROM = 0.1;
/** Width below which a cell has no room for a figure: the running three hours may be nearly over. */
const ROOM_S = 1.5 * HOUR_S;
export const HARDLY = 0.01;

const figureOf = (chance: number): string => (chance < HARDLY ? '<1' : chancePercent(chance));
export const percent = (chance: number): string => `${figureOf(chance)}${THIN}%`;

interface Props {
  sign: ComponentChildren;
  name: string;
  /** Chance over all of it, in words. */
  whole: string;
  tone: string;
  cells: readonly Cell[];
  note?: string;
  isOld: boolean;
}

/** Chances of one event by three hours: bars to a scale of 100 %, figures above them. */
export function ChanceRow({ sign, name, whole, tone, cells, note, isOld }: Props) {
  const place = (tS: number): number => (100 * (tS - minuteS.value + PAST_S)) / SPAN_S;
  return (
    <li class={`chance-row tone-${tone}${isOld ? ' old' : ''}`}>
      <p class="chance-name" dir="auto">
        {sign}
        <span class="muted">
          <b>{name}</b>
          <span>{whole}</span>
        </span>
      </p>
      <div class="chance-cells">
        {cells.map(({ fromS, byS, chance }) => {
          const [from, to] = [fromS, byS].map((tS) => time.value.hour(tS));
          return (
            <p
              key={byS}
              class={`chance-cell${chance >= READ_FROM ? ' likely' : ''}`}
              style={{ left: `${place(fromS)}%`, width: `${place(byS) - place(fromS)}%` }}
            >
              <span class="sr-only">{t.chances.spoken({ from: from!, to: to!, percent: percent(chance) })}</span>
              {byS - fromS >= ROOM_S && (
                <span class="chance-figure muted" aria-hidden="true">
                  {figureOf(chance)}
                  <span>{THIN}%</span>
                </span>
              )}
              <span class="chance-bar" aria-hidden="true">
                <span style={{ height: `${42 * chance}px` }} />
              </span>
            </p>
          );
        })}
        {note && (
          <p class="chance-note muted" style={{ left: `${place(cells.at(-1)?.byS ?? minuteS.value)}%` }} dir="auto">
            {note}
          </p>
        )}
      </div>
    </li>
  );
}
