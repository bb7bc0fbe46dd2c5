import { SimulatorBoard } from '../../src/station/sensors/boards/simulator.ts';

/** The board of a station of which only that matters, that it measures. */
export const simulator = () => new SimulatorBoard({ seed: 1, place: { latitude: 55, longitude: 12 }, altitudeM: 10 });
