/** A look ahead for the temperature shown, C. */
export interface RibbonPoint {
  leadS: number;
  muC: number;
  loC: number;
  hiC: number;
}

/** Severity of an alarm of the owner's. */
export type AlarmSign = 'info' | 'warning' | 'critical';

export type AlertKind = 'storm' | 'frost' | 'heat' | 'fault';

/** All that the panel can show. What is not known is null, and a scene without its quantity is passed over. */
export interface DisplayState {
  /** Steady seconds, for what pulses. */
  animationS: number;
  temperatureC: number | null;
  temperatureCPerH: number | null;
  outdoorC: number | null;
  humidityPct: number | null;
  /** Sea level. */
  pressureHpaPerH: number | null;
  /** 0..1. */
  rainProbability: number | null;
  /** What `ribbon` begins with where it is not `temperatureC`: air outside, beside a board in a room. Null while its sensor is silent. */
  aheadFromC?: number | null;
  /** Ascending leads; the moment itself is `aheadFromC`, or `temperatureC` without one. */
  ribbon: readonly RibbonPoint[];
  sunElevationDeg: number | null;
  /** 0 north, 90 east. */
  sunAzimuthDeg: number | null;
  /** 0 clear .. 1 overcast. */
  cloudIndex: number | null;
  lux: number | null;
  /** Shown before all else while it lasts. */
  alert: AlertKind | null;
  /** Before even that: an alarm that the owner has switched on, until somebody acknowledges it. */
  alarm: AlarmSign | null;
}

/** Temperature that the ribbon begins with. */
export const ribbonStart = ({ temperatureC, aheadFromC }: Pick<DisplayState, 'temperatureC' | 'aheadFromC'>) =>
  aheadFromC === undefined ? temperatureC : aheadFromC;
