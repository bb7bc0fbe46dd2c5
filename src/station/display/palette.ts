import { mix } from './frame.ts';

// On LEDs pure hues read farther than tinted ones; the dashboard's tokens are the starting point, not the values.
export const MUTED = 0x485060;
export const RAIN = 0x2080ff;
export const HUMIDITY = 0x00c8b0;
export const PRESSURE = 0xa080ff;
export const WARMING = 0xffa020;
export const COOLING = 0x40a0ff;
export const ALARM = 0xff2010;
export const SUN = 0xffc820;
export const CLOUD = 0xa0a8b0;
export const INK = 0xffffff;

/** Stops of the temperature scale, C and colour: ice blue, blue, teal, green, amber, red. */
const STOPS: readonly (readonly [number, number])[] = [
  [-15, 0xa0c0ff],
  [-5, 0x3060ff],
  [5, 0x00b0e0],
  [14, 0x20d080],
  [20, 0xffd020],
  [26, 0xff8010],
  [34, 0xff1808],
];

export function temperatureColour(celsius: number): number {
  const after = STOPS.findIndex(([at]) => at >= celsius);
  if (after === 0) return STOPS[0]![1];
  if (after < 0) return STOPS.at(-1)![1];
  const [fromC, from] = STOPS[after - 1]!;
  const [toC, to] = STOPS[after]!;
  return mix(from, to, (celsius - fromC) / (toC - fromC));
}
