import { type Finding, type Verdict, worst } from './check.ts';

const COLOURS: Record<Verdict, number> = { ok: 32, warn: 33, fail: 31 };

/** One line per check; below what is wrong, the command that mends it. */
export function table(findings: readonly Finding[], coloured: boolean): string {
  const width = Math.max(...findings.map(({ title }) => title.length));
  const paint = (status: Verdict) =>
    coloured ? `\u001b[${COLOURS[status]}m${status.padEnd(4)}\u001b[0m` : status.padEnd(4);
  const lines = findings.flatMap(({ title, status, detail, fix }) => [
    `${paint(status)}  ${title.padEnd(width)}  ${detail}`,
    ...(fix === null ? [] : [`${' '.repeat(width + 8)}mend: ${fix}`]),
  ]);
  return `${[...lines, '', summary(findings)].join('\n')}\n`;
}

function summary(findings: readonly Finding[]): string {
  const count = (status: Verdict) => findings.filter((finding) => finding.status === status).length;
  const several = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;
  if (worst(findings) === 0) return `All ${findings.length} checks are well.`;
  return `${several(count('fail'), 'fault')} and ${several(count('warn'), 'warning')} in ${findings.length} checks.`;
}

export const json = (findings: readonly Finding[]): string =>
  `${JSON.stringify({ status: (['ok', 'warn', 'fail'] as const)[worst(findings)], checks: findings }, null, 2)}\n`;
