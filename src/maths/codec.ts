import { finite } from './check.ts';

/** Saved learned state: typed arrays as base64, checked so that nothing non-finite ever comes back to life. */

type Numbers = Float64Array | Float32Array;

const bytesOf = (array: Numbers): Buffer => Buffer.from(array.buffer, array.byteOffset, array.byteLength);

export const encoded = (array: Numbers): string => bytesOf(array).toString('base64');

/** Saved numbers put into an array, which says how many there must be. */
export function decodedInto<T extends Numbers>(array: T, text: string): T {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.byteLength !== array.byteLength) {
    throw new Error(`the saved numbers are damaged (${bytes.byteLength} bytes in place of ${array.byteLength})`);
  }
  bytesOf(array).set(bytes);
  for (const value of array) if (!Number.isFinite(value)) throw new Error('saved numbers are not finite');
  return array;
}

/** A component whose `state` is all that it has learned, and the whole of what is saved of it. */
interface Learner {
  readonly state: object;
}

/** State as it is saved: components by their own, typed arrays as base64. */
export type Saved<S> = S extends { toJSON(): infer J }
  ? J
  : S extends Learner
    ? Saved<S['state']>
    : S extends Numbers
      ? string
      : S extends object
        ? { -readonly [K in keyof S]: Saved<S[K]> }
        : S;

/** Learned state as plain data: numbers, lists and records of them, typed arrays, and components with a state or a `toJSON` of their own. */
export const savedState = <S>(part: S): Saved<S> => plain(part) as Saved<S>;

const isNumbers = (part: object): part is Numbers => part instanceof Float64Array || part instanceof Float32Array;

function plain(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (isNumbers(part)) return encoded(part);
  if ('toJSON' in part) return (part as { toJSON(): unknown }).toJSON();
  if ('state' in part) return plain(part.state);
  if (Array.isArray(part)) return part.map(plainEntry);
  return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, plain(inner)]));
}

/** Entries of a list are components, or plain data that is replaced and never changed inside: thousands of lessons are not copied deeply. */
function plainEntry(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry;
  return 'toJSON' in entry || 'state' in entry ? plain(entry) : { ...entry };
}

/**
 * Restores saved state into a fresh component. Its fresh state says what each part must be: a number, a list of so many, a component (which
 * may `restore` itself). A part that is null or empty while fresh may be anything with finite numbers. Null is for state that was never
 * saved: the component stays fresh.
 */
export const restored = <C extends Learner>(fresh: C, saved: Saved<C['state']> | null): C => {
  if (saved !== null) restoreParts(fresh.state as Parts, saved as unknown as Parts);
  return fresh;
};

type Parts = Record<string, unknown>;

function restoreParts(parts: Parts, saved: Parts): void {
  for (const [name, fresh] of Object.entries(parts)) parts[name] = restoredPart(fresh, saved[name], name);
}

function restoredPart(fresh: unknown, saved: unknown, name: string): unknown {
  if (saved === undefined) throw new Error(`saved ${name} is missing`);
  if (typeof fresh === 'number') return finite(saved, name);
  if (typeof fresh === 'boolean') return saved === true;
  if (typeof fresh !== 'object' || fresh === null || (Array.isArray(fresh) && fresh.length === 0))
    return sound(saved, name);
  if (isNumbers(fresh)) return decodedInto(fresh.slice(), saved as string);
  if ('restore' in fresh) return (fresh as { restore(saved: unknown): unknown }).restore(saved);
  if (typeof saved !== 'object' || saved === null) throw new Error(`saved ${name} is ${saved}, expected its parts`);
  if (Array.isArray(fresh) && (!Array.isArray(saved) || saved.length !== fresh.length))
    throw new Error(`saved ${name} is not a list of ${fresh.length}`);
  restoreParts(('state' in fresh ? fresh.state : fresh) as Parts, saved as Parts);
  return fresh;
}

/** Saved data in which every number is finite. */
export function sound<S>(saved: S, name: string): S {
  if (typeof saved === 'number') finite(saved, name);
  else if (typeof saved === 'object') for (const key in saved) sound(saved[key], key);
  return saved;
}
