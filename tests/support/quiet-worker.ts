// Setup of every test file: what a station in the test's own process logs does not fill the terminal. Faults do.
const write = process.stderr.write.bind(process.stderr) as (chunk: string | Uint8Array, ...rest: never[]) => boolean;
const isRoutine = (chunk: unknown): boolean => typeof chunk === 'string' && /^\{"level":[1-4]0,/.test(chunk);

process.stderr.write = ((chunk: string | Uint8Array, ...rest: never[]) =>
  isRoutine(chunk) || write(chunk, ...rest)) as typeof process.stderr.write;
