import { t } from '../../texts/nerd.ts';

/** `pressure_tendency_3h` reads better as `pressure tendency 3h`. */
export const featureName = (name: string): string => name.replaceAll('_', ' ');

export type Tone = 'temperature' | 'humidity' | 'pressure';

/** Signals carry the colour of their quantity; what has none goes with the temperature it corrects. */
export const toneOf = (signal: string): Tone =>
  signal.startsWith('hum') ? 'humidity' : signal.startsWith('press') ? 'pressure' : 'temperature';

export const signalName = (signal: string): string => {
  const known = (t.targets as Record<string, string>)[signal];
  const plain = featureName(signal);
  return known ?? plain.charAt(0).toUpperCase() + plain.slice(1);
};
