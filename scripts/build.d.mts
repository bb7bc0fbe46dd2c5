export function buildStale(): Promise<void>;
