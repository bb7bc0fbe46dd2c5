import type { DisplayPreview } from '../../../contract/status.ts';
import { units } from '../../kit/browser-choices.ts';
import { resource, status, telemetry } from '../../kit/data/station.ts';
import { figure, number, unitOf } from '../../kit/format.ts';
import { COMMA } from '../../kit/language.ts';
import { Facts } from '../../kit/parts/facts.tsx';
import { t } from '../texts/nerd.ts';
import { seen, turned } from './attitude.ts';

const HALF_LENGTH = 40;
const HALF_WIDTH = 30;

/** 3D drawing of the board's orientation, turning with every sample. */
export function Board() {
  const now = telemetry.value;
  const roll = now?.roll ?? null;
  const pitch = now?.pitch ?? null;
  const yaw = now?.yaw ?? now?.compass ?? null;
  const place = (x: number, y: number, z = 0): string => {
    const p = seen(turned({ x, y, z }, roll ?? 0, pitch ?? 0, yaw ?? 0));
    return `${(70 + p.x).toFixed(1)} ${(52 + p.y).toFixed(1)}`;
  };
  const outline = [
    place(HALF_LENGTH, -HALF_WIDTH),
    place(HALF_LENGTH, HALF_WIDTH),
    place(-HALF_LENGTH, HALF_WIDTH),
    place(-HALF_LENGTH, -HALF_WIDTH),
  ].join('L');
  const axes = ({ x, y, z }: { x: number | null; y: number | null; z: number | null }, kind: 'acceleration' | 'turn') =>
    [x, y, z].map((value) => figure(kind, value, units.value)).join('  ');
  const isKnown = roll !== null && pitch !== null;
  const label = t.nerd.boardLabel({ roll: number(roll), pitch: number(pitch), yaw: number(yaw) });
  return (
    <section class="board-section">
      <h2>{t.nerd.board}</h2>
      <div class="board-row">
        {isKnown && (
          <svg class="board" viewBox="0 0 140 104" role="img" aria-label={label}>
            <path class="sheet-of-board" d={`M${outline}Z`} />
            <path class="pointer" d={`M${place(0, 0)}L${place(HALF_LENGTH - 8, 0)}`} />
            <path class="upward" d={`M${place(0, 0)}L${place(0, 0, 26)}`} />
            <circle class="hub" cx="70" cy="52" r="2.5" />
          </svg>
        )}
        <Facts
          of={[
            [t.nerd.roll, figure('angle', roll, 'metric', 1), '°'],
            [t.nerd.pitch, figure('angle', pitch, 'metric', 1), '°'],
            [t.nerd.heading, figure('angle', yaw, 'metric'), '°'],
          ]}
        />
      </div>
      <dl class="lines">
        <dt class="muted">{t.nerd.acceleration}</dt>
        <dd>
          {now ? axes(now.accel, 'acceleration') : ''} <span class="unit">{unitOf('acceleration', 'metric')}</span>
        </dd>
        <dt class="muted">{t.nerd.turning}</dt>
        <dd>
          {now ? axes(now.gyro, 'turn') : ''} <span class="unit">{unitOf('turn', 'metric')}</span>
        </dd>
        <dt class="muted">{t.nerd.colour}</dt>
        <dd>
          {now && (
            <svg class="swatch-dot" viewBox="0 0 16 16" aria-hidden="true">
              <circle cx="8" cy="8" r="7" fill={now.color.hex} />
            </svg>
          )}{' '}
          {now?.color.hex} <span class="unit">{number(now?.color.cct)} K</span>
        </dd>
      </dl>
    </section>
  );
}

const display = resource<DisplayPreview>(() => '/api/display', 2);

/** LED matrix section; absent if the station has none. */
export const Led = () => (status.value.value?.display_frame ? <Matrix /> : null);

function Matrix() {
  const preview = display.use();
  if (!preview) return null;
  const label = t.labelled({ label: t.nerd.display, text: preview.frame ?? t.nerd.dark });
  return (
    <section>
      <h2>
        {t.nerd.display}
        <span class="plain">
          {COMMA}
          {preview.frame ? t.nerd.frame({ name: preview.frame }) : t.nerd.dark}
        </span>
      </h2>
      <svg class="led" viewBox="0 0 80 80" role="img" aria-label={label}>
        {preview.pixels.map((colour, i) => (
          <rect
            key={i}
            class={colour === '#000000' ? 'off' : ''}
            x={(i % 8) * 10 + 1.2}
            y={Math.floor(i / 8) * 10 + 1.2}
            width="7.6"
            height="7.6"
            rx="2"
            fill={colour}
          />
        ))}
      </svg>
    </section>
  );
}
