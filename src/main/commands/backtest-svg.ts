import type { BacktestResult } from '../../backtest/backtest.ts';
import { HOUR_S } from '../../base/durations.ts';
import { escaped } from '../../http/html.ts';

const WIDTH = 720;
const ROW = 26;
const LEFT = 170;
const RIGHT = 70;
const COLOURS = { temperature: '#d9480f', humidity: '#1971c2', pressure: '#2f9e44' } as const;

const colourOf = (target: string): string => COLOURS[target as keyof typeof COLOURS] ?? '#495057';

interface Bar {
  label: string;
  value: number;
  colour: string;
  text: string;
}

/** Horizontal bars on [lo, hi], with a rule where the promise lies. */
function bars(title: string, list: readonly Bar[], lo: number, hi: number, rule: number): string {
  const height = 60 + ROW * list.length;
  const x = (value: number) => LEFT + ((Math.min(hi, Math.max(lo, value)) - lo) / (hi - lo)) * (WIDTH - LEFT - RIGHT);
  const body = list.map(({ label, value, colour, text }, i) => {
    const y = 44 + ROW * i;
    const [from, to] = [Math.min(x(rule), x(value)), Math.max(x(rule), x(value))];
    return `<text x="${LEFT - 10}" y="${y + 13}" text-anchor="end">${escaped(label)}</text>
<rect x="${from.toFixed(1)}" y="${y}" width="${Math.max(1, to - from).toFixed(1)}" height="${ROW - 8}" fill="${colour}"/>
<text x="${WIDTH - RIGHT + 8}" y="${y + 13}">${escaped(text)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="13" fill="#212529">
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<text x="16" y="24" font-size="15" font-weight="bold">${escaped(title)}</text>
${body.join('\n')}
<line x1="${x(rule)}" x2="${x(rule)}" y1="36" y2="${height - 14}" stroke="#212529"/>
</svg>
`;
}

/** Two small pictures of a backtest: skill over persistence, and what the 90 % intervals held. */
export function backtestCharts(name: string, { rows }: BacktestResult): { skill: string; coverage: string } {
  const label = (row: BacktestResult['rows'][number]) => `${row.target} ${row.horizon_s / HOUR_S} h`;
  const barsOf = (figure: 'skill' | 'coverage', textOf: (value: number) => string): Bar[] =>
    rows.flatMap((row) => {
      const value = row[figure];
      return value === null ? [] : [{ label: label(row), value, colour: colourOf(row.target), text: textOf(value) }];
    });
  const skill = barsOf('skill', (value) => value.toFixed(2));
  const coverage = barsOf('coverage', (value) => `${(100 * value).toFixed(1)} %`);
  return {
    skill: bars(`${name}: skill over persistence`, skill, -0.2, 0.8, 0),
    coverage: bars(`${name}: coverage of the 90 % interval`, coverage, 0.85, 0.95, 0.9),
  };
}
