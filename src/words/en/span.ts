import { DAY_S, HOUR_S } from '../../durations.ts';

export const span = (seconds: number): string => {
  const s = Math.abs(seconds);
  if (s < 120) return `${Math.round(s)} s`;
  return s < 7200
    ? `${Math.round(s / 60)} min`
    : s < 172_800
      ? `${(s / HOUR_S).toFixed(1)} h`
      : `${Math.round(s / DAY_S)} days`;
};
