/** Lengths of time. A day of the calendar may be an hour shorter or longer than `DAY_S`: those are asked of the zone. */
export const MINUTE_S = 60;
export const HOUR_S = 3600;
export const DAY_S = 86_400;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** Learning pause after an open window is reported. */
export const WINDOW_PAUSE_S = 2 * HOUR_S;
