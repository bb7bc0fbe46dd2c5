import type { Frame } from './frame.ts';
import { alarm } from './scenes/alarm.ts';
import { alert } from './scenes/alert.ts';
import { forecast } from './scenes/forecast.ts';
import { humidity } from './scenes/humidity.ts';
import { pressure } from './scenes/pressure.ts';
import { rain } from './scenes/rain.ts';
import { sky } from './scenes/sky.ts';
import { outdoor, temperature } from './scenes/temperature.ts';
import { type DisplayState, ribbonStart } from './state.ts';

/** A scene is a pure function: the same state, the same 64 colours. */
export interface Scene {
  name: string;
  draw: (state: DisplayState) => Frame;
  /** Whether the scene's quantity is known. */
  has: (state: DisplayState) => boolean;
}

/** In the order of their turns. The temperature is always among them: with nothing known its dashes say so. */
export const rotation: readonly Scene[] = [
  { name: 'temperature', draw: temperature, has: () => true },
  { name: 'outdoor', draw: outdoor, has: (state) => state.outdoorC !== null },
  { name: 'humidity', draw: humidity, has: (state) => state.humidityPct !== null },
  { name: 'pressure', draw: pressure, has: (state) => state.pressureHpaPerH !== null },
  { name: 'rain', draw: rain, has: (state) => state.rainProbability !== null },
  { name: 'forecast', draw: forecast, has: (state) => ribbonStart(state) !== null && state.ribbon.length > 0 },
  { name: 'sky', draw: sky, has: (state) => state.sunElevationDeg !== null },
];

export const alarmScene: Scene = { name: 'alarm', draw: alarm, has: (state) => state.alarm !== null };
export const alertScene: Scene = { name: 'alert', draw: alert, has: (state) => state.alert !== null };

/** The next scene in turn after the one named that has something to show. */
export function sceneAfter(name: string | null, state: DisplayState): Scene {
  const from = rotation.findIndex((scene) => scene.name === name);
  for (let step = 1; step <= rotation.length; step++) {
    const scene = rotation[(from + step) % rotation.length]!;
    if (scene.has(state)) return scene;
  }
  return rotation[0]!;
}
