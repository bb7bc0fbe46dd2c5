/** Saved learned state: typed arrays as base64, checked so that nothing non-finite ever comes back to life. */

const bytesOf = (array: Float64Array | Float32Array): Buffer =>
  Buffer.from(array.buffer, array.byteOffset, array.byteLength);

export const encodeDoubles = (array: Float64Array): string => bytesOf(array).toString('base64');
export const encodeFloats = (array: Float32Array): string => bytesOf(array).toString('base64');

export function decodeDoubles(text: string, length: number): Float64Array<ArrayBuffer> {
  const bytes = Buffer.from(text, 'base64');
  const array = new Float64Array(length);
  if (bytes.byteLength !== array.byteLength) {
    throw new Error(`saved numbers: found ${bytes.byteLength} bytes, expected ${array.byteLength}`);
  }
  bytesOf(array).set(bytes);
  return checked(array);
}

/** Any length up to `most`. */
export function decodeFloats(text: string, most: number): Float32Array<ArrayBuffer> {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.byteLength % 4 !== 0 || bytes.byteLength > 4 * most) {
    throw new Error(`saved scores: found ${bytes.byteLength} bytes, expected at most ${4 * most}`);
  }
  const array = new Float32Array(bytes.byteLength / 4);
  bytesOf(array).set(bytes);
  return checked(array);
}

function checked<T extends Float64Array | Float32Array>(array: T): T {
  for (const value of array) if (!Number.isFinite(value)) throw new Error('saved numbers are not finite');
  return array;
}
