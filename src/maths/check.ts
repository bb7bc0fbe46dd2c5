/** Validation of saved numbers: a component that finds nonsense throws, and the station starts it from its prior with an event. */
export function finite(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new Error(`saved ${name} is ${value}, not a finite number`);
  return value;
}

export function positive(value: unknown, name: string): number {
  const number = finite(value, name);
  if (number <= 0) throw new Error(`saved ${name} is ${number}, not above 0`);
  return number;
}

export const finiteOrNull = (value: unknown, name: string): number | null =>
  value === null ? null : finite(value, name);
