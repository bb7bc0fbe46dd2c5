/** Injected I/O of a sub-command: streams, environment, signals. */
export interface Io {
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  env: NodeJS.ProcessEnv;
  /** Aborted by the first stop signal since the program began. Absent for commands that a signal simply ends. */
  stop?: AbortSignal | undefined;
}

/** Answers the exit code. Runs until it is done; a service runs until it is told to stop. */
export type Command = (args: string[], io: Io) => Promise<number>;

/** Exit codes of the program. docs/use/commands.md has the same table, and a test compares the two. */
export const EXIT = {
  /** Done, or stopped in order. */
  done: 0,
  /** Failed; stderr has the reason in one sentence. The doctor: warnings. */
  refused: 1,
  /** The doctor found a fault. */
  fault: 2,
  /** Wrong words on the command line: nothing was begun. EX_USAGE. */
  usage: 64,
  /** Start me again: after two deaths of the graphics process, for example. EX_TEMPFAIL. */
  restart: 75,
} as const;
