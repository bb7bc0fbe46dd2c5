export function beyondOurs(lock: { packages: Record<string, { engines?: { node?: string } }> }): string[];
