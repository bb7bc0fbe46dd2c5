import { createInterface } from 'node:readline';
import type { Io } from './command.ts';

/** What is typed after a question, or sent. Empty when standard input ends before a line does: a question asked of nobody would never be answered. */
export async function firstLine(io: Io, question: string): Promise<string> {
  const { isTTY } = process.stdin;
  const lines = createInterface({ input: process.stdin, output: isTTY ? io.stderr : undefined });
  if (isTTY) io.stderr.write(question);
  for await (const line of lines) return line;
  return '';
}
