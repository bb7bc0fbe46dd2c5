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
