/** Runs work in the background: a failure is reported like that of a loop, and does not end the process. */
export type Aside = (name: string, work: Promise<unknown>) => void;
