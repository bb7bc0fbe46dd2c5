import { inLength, lengthOf, metresOf } from '../../altitude.ts';
import { inUnits, unitOf } from '../../format.ts';
import { units } from '../../settings.ts';

/** How a setting's number is shown and typed, where that depends on the reader's units. */
export interface Measure {
  unit: string;
  decimals: number;
  shown(stored: number): number;
  stored(typed: number): number;
}

export function measureOf(key: string): Measure | null {
  const reader = units.value;
  if (key === 'site.altitude_m') {
    const unit = lengthOf(reader);
    return {
      unit,
      decimals: 0,
      shown: (metres) => inLength(metres, unit),
      stored: (typed) => Math.round(10 * metresOf(typed, unit)) / 10,
    };
  }
  if (key === 'site.pressure_offset_hpa' || key === 'pressure.reference') {
    const perHpa = inUnits('pressureStep', 1, reader);
    return {
      unit: unitOf('pressureStep', reader),
      decimals: reader === 'imperial' ? 2 : 1,
      shown: (hpa) => hpa * perHpa,
      stored: (typed) => Math.round((100 * typed) / perHpa) / 100,
    };
  }
  return null;
}
