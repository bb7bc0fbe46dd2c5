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
