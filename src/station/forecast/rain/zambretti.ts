/** The words of Negretti & Zambra's forecaster (c. 1915), best first. */
export const ZAMBRETTI_WORDS = [
  'settled fine',
  'fine weather',
  'becoming fine',
  'fine, becoming less settled',
  'fine, possible showers',
  'fairly fine, improving',
  'fairly fine, possible showers early',
  'fairly fine, showery later',
  'showery early, improving',
  'changeable, mending',
  'fairly fine, showers likely',
  'rather unsettled, clearing later',
  'unsettled, probably improving',
  'showery, bright intervals',
  'showery, becoming less settled',
  'changeable, some rain',
  'unsettled, short fine intervals',
  'unsettled, rain later',
  'unsettled, some rain',
  'mostly very unsettled',
  'occasional rain, worsening',
  'rain at times, very unsettled',
  'rain at frequent intervals',
  'rain, very unsettled',
  'stormy, may improve',
  'stormy, much rain',
] as const;

export type PressureCharacteristic = 'rising' | 'steady' | 'falling';

/** Change in three hours that counts as a trend, hPa. */
const TREND_HPA = 1.6;
const LOWEST_HPA = 950;
const HIGHEST_HPA = 1050;
/** The season moves the scale by 7 % of its range: summer makes a rise better and a fall worse. */
const SEASON_HPA = 7;

/** Index into the words for 22 equal steps of pressure from 950 to 1050 hPa: the brass discs of the instrument, as tables. */
const DISC: Record<PressureCharacteristic, readonly number[]> = {
  rising: [25, 25, 25, 24, 24, 19, 16, 12, 11, 9, 8, 6, 5, 2, 1, 1, 0, 0, 0, 0, 0, 0],
  steady: [25, 25, 25, 25, 25, 25, 23, 23, 22, 18, 15, 13, 10, 4, 1, 1, 0, 0, 0, 0, 0, 0],
  falling: [25, 25, 25, 25, 25, 25, 25, 25, 23, 23, 21, 20, 17, 14, 7, 3, 1, 1, 1, 0, 0, 0],
};

const pressureCharacteristic = (changeHpaIn3h: number): PressureCharacteristic =>
  changeHpaIn3h >= TREND_HPA ? 'rising' : changeHpaIn3h <= -TREND_HPA ? 'falling' : 'steady';

/** April to September in the north, the other half-year south of the equator. */
function isSummer(tS: number, southern: boolean): boolean {
  const month = new Date(tS * 1000).getUTCMonth();
  return (month >= 3 && month <= 8) !== southern;
}

/**
 * The 26-point index of the old forecaster, from 1 (settled fine) to 26 (stormy, much rain): sea-level pressure, its three-hour trend,
 * season and hemisphere. Shown as heritage beside the learned probability and never blended into it: tuned to the British Isles, of
 * little use on a continent.
 */
export function zambretti(seaLevelHpa: number, changeHpaIn3h: number, tS: number, southern = false) {
  const characteristic = pressureCharacteristic(changeHpaIn3h);
  const sign = characteristic === 'rising' ? 1 : characteristic === 'falling' ? -1 : 0;
  const seasonal = seaLevelHpa + (isSummer(tS, southern) ? sign * SEASON_HPA : 0);
  const disc = DISC[characteristic];
  const step = Math.floor(((seasonal - LOWEST_HPA) / (HIGHEST_HPA - LOWEST_HPA)) * disc.length);
  const index = disc[Math.min(disc.length - 1, Math.max(0, step))]!;
  return { z: index + 1, words: ZAMBRETTI_WORDS[index]!, characteristic };
}
