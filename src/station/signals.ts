/** Forecast quantities, in the order of the API. */
export const TARGETS = ['temperature', 'humidity', 'pressure'] as const;
export type Target = (typeof TARGETS)[number];
