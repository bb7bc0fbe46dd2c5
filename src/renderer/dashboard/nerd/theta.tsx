import { useSignal } from '@preact/signals';
import type { Head } from '../../../contract/models.ts';
import type { Target } from '../../../contract/names.ts';
import { THIN } from '../../kit/format.ts';
import { compact } from '../../kit/format-size.ts';
import { COMMA } from '../../kit/language.ts';
import { leadText } from '../../kit/lead-text.ts';
import { matching } from '../../kit/media.ts';
import { focusable } from '../../kit/parts/focusable.ts';
import { Segments } from '../../kit/parts/segments.tsx';
import { TARGET_NAMES } from '../../kit/target-names.ts';
import { t } from '../texts/nerd.ts';
import { featureName, signalName, toneOf } from './names.ts';

const CELL_W = 30;
const CELL_H = 15;
const NAMES = 170;
const HEAD = 44;
const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const isNarrow = matching('(max-width: 760px)');

/**
 * 33 × 18 coefficients. Size is strength and shape is sign, so that no meaning depends on colour alone. A column is scaled by its largest,
 * since heads of different quantities have different units.
 */
export function Theta({ heads: all, features }: { heads: Head[]; features: string[] }) {
  const touched = useSignal<{ head: number; feature: number } | null>(null);
  const target = useSignal<Target>('temperature');
  // A telephone has room for the columns of one quantity.
  const heads = isNarrow.value ? all.filter((head) => head.target === target.value) : all;
  const largest = heads.map((head) => Math.max(1e-12, ...head.theta.map((value) => Math.abs(value ?? 0))));
  const width = NAMES + heads.length * CELL_W;
  const height = HEAD + features.length * CELL_H + 4;
  const cell = touched.value;
  const head = cell && heads[cell.head];
  const pick = (event: MouseEvent & { currentTarget: HTMLElement }): void => {
    const { left, top, width: shown } = event.currentTarget.querySelector('svg')!.getBoundingClientRect();
    const perPx = width / shown;
    const column = Math.floor(((event.clientX - left) * perPx - NAMES) / CELL_W);
    const row = Math.floor(((event.clientY - top) * perPx - HEAD) / CELL_H);
    const isInside = column >= 0 && column < heads.length && row >= 0 && row < features.length;
    touched.value = isInside ? { head: column, feature: row } : null;
  };
  const walk = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const from = touched.peek() ?? { head: 0, feature: 0 };
    touched.value = {
      head: Math.min(heads.length - 1, Math.max(0, from.head + step[0])),
      feature: Math.min(features.length - 1, Math.max(0, from.feature + step[1])),
    };
  };
  const choose = (next: Target): void => {
    target.value = next;
    touched.value = null;
  };
  return (
    <section>
      <h2>{t.nerd.theta}</h2>
      <p class="muted">{t.nerd.thetaIntro}</p>
      {isNarrow.value && (
        <Segments label={t.headings.quantity} value={target.value} choose={choose} choices={TARGET_NAMES} />
      )}
      <p aria-live="polite" class="readout">
        {cell && head ? (
          <>
            {[signalName(head.target), leadText(head.horizon_s), featureName(features[cell.feature] ?? '')].join(COMMA)}
            : <b>{compact(head.theta[cell.feature])}</b>
          </>
        ) : (
          <span class="muted">{t.nerd.thetaHint}</span>
        )}
      </p>
      <section class="table-scroll bare" {...focusable} aria-label={t.nerd.thetaLabel} onClick={pick} onKeyDown={walk}>
        <svg class="theta" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t.nerd.thetaLabel}>
          {heads.map((one, column) => {
            const x = NAMES + column * CELL_W;
            const isFirst = heads[column - 1]?.target !== one.target;
            return (
              <g key={`${one.target}${one.horizon_s}`} class={`tone-${toneOf(one.target)}`}>
                {isFirst && (
                  <>
                    <text class="group" x={x + 4} y="14">
                      {signalName(one.target)}
                    </text>
                    <line class="grid-line" x1={x - 0.5} x2={x - 0.5} y1="0" y2={height} />
                  </>
                )}
                <text x={x + CELL_W / 2} y="34" text-anchor="middle">
                  {leadText(one.horizon_s).replace(THIN, '').replace('min', 'm')}
                </text>
                {one.theta.map((value, row) => (
                  <Cell key={row} x={x} y={HEAD + row * CELL_H} share={(value ?? 0) / largest[column]!} />
                ))}
              </g>
            );
          })}
          {features.map((name, row) => (
            <text key={name} class="name" x={NAMES - 10} y={HEAD + row * CELL_H + 11} text-anchor="end">
              {featureName(name)}
            </text>
          ))}
          {cell && (
            <rect
              class="cursor"
              x={NAMES + cell.head * CELL_W}
              y={HEAD + cell.feature * CELL_H}
              width={CELL_W}
              height={CELL_H}
            />
          )}
        </svg>
      </section>
    </section>
  );
}

function Cell({ x, y, share }: { x: number; y: number; share: number }) {
  const size = Math.sqrt(Math.abs(share)) * (CELL_H - 3);
  if (size < 0.8) return null;
  const cx = x + CELL_W / 2;
  const cy = y + CELL_H / 2;
  return share > 0 ? (
    <rect class="cell" x={cx - size / 2} y={cy - size / 2} width={size} height={size} />
  ) : (
    <circle class="cell minus" cx={cx} cy={cy} r={size / 2} />
  );
}
