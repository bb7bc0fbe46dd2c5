import { type Sentence, sentence } from '../../words/sentence.ts';
import type { Speaker } from '../../words/speaker.ts';
import { type Finding, fixText, GRADES, type Grade, plain, worst } from './check.ts';

const COLOURS: Record<Grade, number> = { ok: 32, warn: 33, fail: 31 };

/** Report of the checks, one line each; below a problem, the command that fixes it. */
export function table(findings: readonly Finding[], coloured: boolean, speaker: Speaker): string {
  const say = (words: Sentence): string => speaker.say(words);
  const width = Math.max(...findings.map(({ title }) => say(title).length));
  const paint = (status: Grade) =>
    coloured ? `\u001b[${COLOURS[status]}m${status.padEnd(4)}\u001b[0m` : status.padEnd(4);
  const lines = findings.flatMap(({ title, status, detail, fix }) => [
    `${paint(status)}  ${say(title).padEnd(width)}  ${say(detail)}`,
    ...(fix === null ? [] : [`${' '.repeat(width + 8)}${say(sentence('doctor.fix'))}: ${fixText(fix, say)}`]),
  ]);
  return `${[...lines, '', say(summary(findings))].join('\n')}\n`;
}

function summary(findings: readonly Finding[]): Sentence {
  const count = (status: Grade) => findings.filter((finding) => finding.status === status).length;
  const checks = findings.length;
  if (worst(findings) === 0) return sentence('doctor.all-well', { checks });
  return sentence('doctor.summary', { faults: count('fail'), warnings: count('warn'), checks });
}

export const json = (findings: readonly Finding[]): string =>
  `${JSON.stringify({ status: GRADES[worst(findings)], checks: findings.map(plain) }, null, 2)}\n`;
