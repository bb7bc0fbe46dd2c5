import type { Frame } from './frame.ts';
import { forecast } from './scenes/forecast.ts';
import { humidity } from './scenes/humidity.ts';
import { pressure } from './scenes/pressure.ts';
import { rain } from './scenes/rain.ts';
import { alarm, alert } from './scenes/signs.ts';
import { sky } from './scenes/sky.ts';
import { outdoor, temperature } from './scenes/temperature.ts';
import type { DisplayState } from './state.ts';

/** A scene is a pure function: the same state, the same 64 colours. */
export interface Scene {
  name: string;
  /** Null where the scene's quantity is not known: it is passed over. */
  draw: (state: DisplayState) => Frame | null;
}

/** In the order of their turns. The temperature always draws something: with nothing known its dashes say so. */
export const rotation: readonly Scene[] = [
  { name: 'temperature', draw: temperature },
  { name: 'outdoor', draw: outdoor },
  { name: 'humidity', draw: humidity },
  { name: 'pressure', draw: pressure },
  { name: 'rain', draw: rain },
  { name: 'forecast', draw: forecast },
  { name: 'sky', draw: sky },
];

/** Scenes that take the panel from those in turn, the first of them before the second. */
export const urgentScenes: readonly Scene[] = [
  { name: 'alarm', draw: alarm },
  { name: 'alert', draw: alert },
];

/** The next scene in turn after the one named that has something to show. */
export function sceneAfter(name: string | null, state: DisplayState): Scene {
  const next = rotation.findIndex((scene) => scene.name === name) + 1;
  return [...rotation.slice(next), ...rotation].find(({ draw }) => draw(state) !== null)!;
}
