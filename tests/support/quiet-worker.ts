// Setup of every test file: what a station in the test's own process logs does not fill the terminal. Faults do.
const QUIET = Symbol.for('weatherglass.quiet-worker');
const isRoutine = (chunk: unknown): boolean => typeof chunk === 'string' && /^\{"level":[1-4]0,/.test(chunk);

// Once in a process that plays many files.
if (!(QUIET in process.stderr)) {
  const write = process.stderr.write.bind(process.stderr) as (chunk: string | Uint8Array, ...rest: never[]) => boolean;
  process.stderr.write = ((chunk: string | Uint8Array, ...rest: never[]) =>
    isRoutine(chunk) || write(chunk, ...rest)) as typeof process.stderr.write;
  Reflect.set(process.stderr, QUIET, true);
}
