/** Below this wind a vane shows where it was left, not where the wind comes from. */
export const CALM_MS = 0.3;
