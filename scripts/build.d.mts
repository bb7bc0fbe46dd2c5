export function buildStale(options?: { quiet?: boolean }): Promise<void>;
