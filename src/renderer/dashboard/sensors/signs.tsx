import { t } from '../texts/sensors.ts';
import type { Bars, Cell } from './model.ts';

/** Battery as shape and word. Never a percentage: the sensors only say whether it is low. */
export const BatterySign = ({ of, cells }: { of: Cell; cells: string }) =>
  of && (
    <span class={`sign ${of}`}>
      <svg viewBox="0 0 30 16" aria-hidden="true">
        <rect x="1" y="2" width="25" height="12" rx="2.5" class="outline" />
        <path d="M28.5 6v4" class="outline" />
        <rect x="3.5" y="4.5" width={of === 'low' ? 3 : 20} height="7" rx="1" class="fill" />
      </svg>
      <span>
        {of === 'low' ? t.sensors.batteryLow : t.sensors.batteryGood}
        {of === 'low' && cells && <small>{cells}</small>}
      </span>
    </span>
  );

export const SignalSign = ({ of }: { of: Bars | null }) =>
  of && (
    <span class="sign">
      <svg viewBox="0 0 26 18" aria-hidden="true">
        {[1, 2, 3, 4].map((bar) => (
          <rect
            key={bar}
            x={7 * bar - 7}
            y={17 - 4 * bar}
            width="5"
            height={4 * bar}
            rx="1"
            class={bar <= of ? 'fill' : 'track'}
          />
        ))}
      </svg>
      <span>{t.sensors.signal[of]}</span>
    </span>
  );
