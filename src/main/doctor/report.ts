import { type Finding, type Verdict, worst } from './check.ts';

/** Says a text of the doctor in the reader's language. */
type Say = (english: string) => string;

const COLOURS: Record<Verdict, number> = { ok: 32, warn: 33, fail: 31 };

/** One line per check; below what is wrong, the command that mends it. */
export function table(findings: readonly Finding[], coloured: boolean, say: Say): string {
  const width = Math.max(...findings.map(({ title }) => say(title).length));
  const paint = (status: Verdict) =>
    coloured ? `\u001b[${COLOURS[status]}m${status.padEnd(4)}\u001b[0m` : status.padEnd(4);
  const lines = findings.flatMap(({ title, status, detail, fix }) => [
    `${paint(status)}  ${say(title).padEnd(width)}  ${say(detail)}`,
    ...(fix === null ? [] : [`${' '.repeat(width + 8)}${say('mend')}: ${fixInWords(fix, say)}`]),
  ]);
  return `${[...lines, '', summary(findings, say)].join('\n')}\n`;
}

/** A command stays to the letter; what stands behind it in brackets is for the reader. */
function fixInWords(fix: string, say: Say): string {
  const { command, words } = /^(?<command>.*) {3}\((?<words>.*)\)$/.exec(fix)?.groups ?? {};
  return words === undefined ? say(fix) : `${command}   (${say(words)})`;
}

function summary(findings: readonly Finding[], say: Say): string {
  const count = (status: Verdict) => findings.filter((finding) => finding.status === status).length;
  const several = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;
  if (worst(findings) === 0) return say(`All ${findings.length} checks are well.`);
  const english = `Faults: ${count('fail')}, warnings: ${count('warn')}, checks: ${findings.length}.`;
  if (say(english) !== english) return say(english);
  return `${several(count('fail'), 'fault')} and ${several(count('warn'), 'warning')} in ${findings.length} checks.`;
}

export const json = (findings: readonly Finding[]): string =>
  `${JSON.stringify({ status: (['ok', 'warn', 'fail'] as const)[worst(findings)], checks: findings }, null, 2)}\n`;
