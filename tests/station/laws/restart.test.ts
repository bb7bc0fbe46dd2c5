import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Life, overDisk } from './learner.ts';
import { learners } from './learners.ts';

const STATION = join(import.meta.dirname, '../../../src/station');

/** Parts of a head, and of the chances of all alarms, which are saved with them. */
const OF_ANOTHER = ['HeadBand', 'Pupils', 'ChanceOf'];

/** Exported classes that remember: each has a `state`, or says what is saved of it. */
function classesThatRemember(): string[] {
  const found: string[] = [];
  for (const file of readdirSync(STATION, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    let current: string | null = null;
    for (const line of readFileSync(join(STATION, file), 'utf8').split('\n')) {
      if (/^(?:abstract )?class /.test(line)) current = null;
      current = /^export (?:abstract )?class (\w+)/.exec(line)?.[1] ?? current;
      if (current && /^ {2,4}readonly state\b|^ {2}(?:toJSON|smallComponents)\(\)/.test(line)) found.push(current);
    }
  }
  return found.sort();
}

describe('the list of laws', () => {
  it('holds every component that remembers anything', () => {
    const listed = [...learners.map(({ name }) => name), ...OF_ANOTHER];
    expect(classesThatRemember().filter((name) => !listed.includes(name))).toEqual([]);
  });
});

describe.each(learners.map((one) => [one.name, one] as const))('%s', (_, { begin, length }) => {
  /** What a restart loses is missing from then on and at the end: one life is enough for three of them. */
  const cuts = [0, 1, Math.floor(length * 0.37)];
  /** A restart behind which another life is played; what came before it is proven by the first. */
  const late = Math.floor(length * 0.81);

  it('saved and loaded, goes on bit for bit as if it had never stopped', () => {
    const whole = begin();
    const answers = Array.from({ length }, (_, i) => JSON.stringify(whole.step(i)));
    const final = overDisk(whole.save());
    /** From an input to the end; what was saved late in it. */
    const lived = (life: Life, from: number, restarts: readonly number[]): unknown => {
      let [now, saved] = [life, null as unknown];
      for (let i = from; i < length; i++) {
        if (restarts.includes(i)) now = now.restore(overDisk(now.save()));
        if (i === late) saved = overDisk(now.save());
        const answer = JSON.stringify(now.step(i));
        if (answer !== answers[i]) expect(answer, `${i} since ${from}, restarts at ${restarts}`).toBe(answers[i]);
      }
      expect(overDisk(now.save())).toStrictEqual(final);
      return saved;
    };
    const saved = lived(begin(), 0, cuts);
    lived(begin().restore(saved), late, []);
  });
});
