// The stations that a bench plays: their logins, what they send, how many at a time.
import { seeded } from '../tests/support/seeded.ts';

export const secretOf = (login: string): string => `secret-of-${login}`;
export const login = (i: number): string => `st-${String(i).padStart(5, '0')}`;
export const { uniform } = seeded(4);

export const nowS = Math.floor(Date.now() / 1000);
export const lastS = Math.floor(nowS / 300) * 300 - 900;

/** Rows as a station sends them: six values each five minutes, a forecast with its 18 points each hour, and how it is. */
export function batch(i: number, rows: number, endS = lastS): string {
  const lines: string[] = [];
  const base = 8 + 6 * Math.sin(i);
  for (let k = 0; k < rows; k++) {
    const t = base + Math.sin(k / 20) + uniform() * 0.1;
    lines.push(
      `wx,rev=0 temp=${t.toFixed(2)},hum=${(80 - t).toFixed(1)},slp=${(1013 + t / 9).toFixed(2)},press=${(1001 + t / 9).toFixed(2)},dew=${(t - 4).toFixed(2)},lux=${Math.floor(uniform() * 900)} ${endS - k * 300}`,
    );
  }
  for (let hour = 0; hour < rows / 12; hour++)
    for (const target of ['temperature', 'humidity', 'pressure'])
      for (const horizon of ['15m', '1h', '3h', '6h', '12h', '1d'])
        lines.push(
          `wx_fc,target=${target},horizon=${horizon} mu=${(base + uniform()).toFixed(2)},halfwidth=1.2 ${endS - hour * 3600}`,
        );
  const place = `lat=${(47 + (i % 100) * 0.07).toFixed(2)},lon=${(6 + Math.floor(i / 100) * 0.07).toFixed(2)},alt=${i % 400}`;
  lines.push(`wx_station version=1001000,health=0,backlog=0,alarms=0,${place} ${endS}`);
  return `${lines.join('\n')}\n`;
}

/** Yesterday's, of every target and horizon. */
export const scores = (): string =>
  ['temperature', 'humidity', 'pressure']
    .flatMap((target) =>
      ['15m', '1h', '3h', '6h', '12h', '1d'].map(
        (horizon) =>
          `wx_score,target=${target},horizon=${horizon} skill=${uniform().toFixed(4)},coverage=0.9,n=90 ${nowS - 86_400}\n`,
      ),
    )
    .join('');

/** Does `one` for each number, so many at a time. */
export async function each(count: number, atOnce: number, one: (i: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: Math.min(count, atOnce) }, async () => {
      while (next < count) await one(next++);
    }),
  );
}
