import type { Target } from '../../../contract/names.ts';
import { named } from '../../kit/texts/by-name.ts';
import { t } from '../texts/nerd.ts';

/** An input of the forecast or of the novelty watch; one that this page does not know has the station's name for it. */
export const featureName = (name: string): string => named(t.inputs, name) ?? name.replaceAll('_', ' ');

/** Colour of a signal: that of its quantity, else that of the temperature, which it corrects. */
export const toneOf = (signal: string): Target =>
  signal.startsWith('hum') ? 'humidity' : signal.startsWith('press') ? 'pressure' : 'temperature';

export const signalName = (signal: string): string => {
  const plain = featureName(signal);
  return named(t.quantities, signal) ?? plain.charAt(0).toUpperCase() + plain.slice(1);
};
