import { createInterface } from 'node:readline';
import type { Io } from './command.ts';

/** Reads one line from standard input after a prompt. Empty at end of input: nobody is there to answer. */
export async function firstLine(io: Io, question: string): Promise<string> {
  const { isTTY } = process.stdin;
  const lines = createInterface({ input: process.stdin, output: isTTY ? io.stderr : undefined, signal: io.stop });
  if (isTTY) io.stderr.write(question);
  for await (const line of lines) return line;
  return '';
}
