import type { Alarm } from '../../contract/alarms.ts';
import { type Kind, number, share, THIN, type Units, withUnit } from '../kit/format.ts';

/** How a threshold is moved and written: metric bounds and step, and its text in the reader's units. */
interface Scale {
  from: number;
  to: number;
  step: number;
  write(value: number, units: Units): string;
}

type Rule = Pick<Alarm['rule'], 'quantity' | 'when'>;

export const isChance = ({ when }: Pick<Rule, 'when'>): boolean => when === 'chance_below' || when === 'chance_above';
const isChange = ({ when }: Rule): boolean => when === 'falls' || when === 'rises';

const written =
  (kind: Kind) =>
  (value: number, units: Units): string =>
    withUnit(kind, value, units).replace('+', '');
const plain =
  (unit: string, decimals = 0) =>
  (value: number): string =>
    number(value, decimals) + (unit && THIN + unit);

const WIND: Scale = { from: 1, to: 40, step: 0.5, write: written('wind') };
const TEMPERATURE: Scale = { from: -25, to: 40, step: 0.5, write: written('temperature') };
const LEVELS: Readonly<Record<string, Scale>> = {
  temperatureC: TEMPERATURE,
  outdoorC: TEMPERATURE,
  dewPointC: TEMPERATURE,
  heatIndexC: TEMPERATURE,
  dewDepressionK: { from: 0.5, to: 10, step: 0.5, write: written('temperatureStep') },
  humidityPct: { from: 5, to: 100, step: 1, write: written('humidity') },
  seaLevelHpa: { from: 960, to: 1050, step: 1, write: written('pressure') },
  lux: { from: 500, to: 100_000, step: 500, write: written('light') },
  windSpeedMs: WIND,
  windGustMs: WIND,
  rainMm: { from: 0.5, to: 50, step: 0.5, write: written('rain') },
  solarWm2: { from: 50, to: 1200, step: 50, write: written('irradiance') },
  disk: { from: 1, to: 50, step: 1, write: plain('%') },
};
const CHANGES: Readonly<Record<string, Scale>> = {
  temperatureC: { from: 0.5, to: 10, step: 0.5, write: written('temperatureStep') },
  seaLevelHpa: { from: 0.4, to: 10, step: 0.2, write: written('pressureStep') },
  humidityPct: { from: 2, to: 50, step: 1, write: written('humidity') },
};
const CHANCE: Scale = { from: 0.05, to: 0.95, step: 0.05, write: (value) => share(value) };

/** Null where there is nothing to slide: a sensor is silent or it is not. */
export function scaleOf(rule: Rule): Scale | null {
  if (isChance(rule)) return CHANCE;
  if (rule.when === 'is') return null;
  const levels = isChange(rule) ? (CHANGES[rule.quantity] ?? LEVELS[rule.quantity]) : LEVELS[rule.quantity];
  return levels ?? { from: 0, to: 100, step: 1, write: plain('', 1) };
}

/** A threshold with the end of the alarm as far behind it as before. */
export function moved(rule: Alarm['rule'], next: number): { on: number; off: number } {
  const round = (value: number): number => Number(value.toFixed(3));
  const end = round(next + rule.off - rule.on);
  return { on: round(next), off: isChance(rule) ? Math.min(0.99, Math.max(0, end)) : end };
}
