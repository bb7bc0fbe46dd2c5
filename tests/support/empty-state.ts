import type { DisplayState } from '../../src/station/display/state.ts';

export const emptyState: DisplayState = Object.freeze({
  animationS: 0,
  temperatureC: null,
  temperatureCPerH: null,
  outdoorC: null,
  humidityPct: null,
  pressureHpaPerH: null,
  rainProbability: null,
  ribbon: [],
  sunElevationDeg: null,
  sunAzimuthDeg: null,
  cloudIndex: null,
  lux: null,
  alert: null,
  alarm: null,
});
