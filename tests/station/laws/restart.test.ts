import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { overDisk } from './learner.ts';
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
  /** What a restart loses is missing from then on and at the end: two lives are enough for four of them. */
  const lives = [
    [0, Math.floor(length * 0.37)],
    [1, Math.floor(length * 0.81)],
  ];

  it('saved and loaded, goes on bit for bit as if it had never stopped', () => {
    const whole = begin();
    const answers = Array.from({ length }, (_, i) => JSON.stringify(whole.step(i)));
    const final = overDisk(whole.save());
    for (const cuts of lives) {
      let life = begin();
      for (let i = 0; i < length; i++) {
        if (cuts.includes(i)) life = life.restore(overDisk(life.save()));
        const answer = JSON.stringify(life.step(i));
        if (answer !== answers[i]) expect(answer, `answer ${i} after restarts at ${cuts}`).toBe(answers[i]);
      }
      expect(overDisk(life.save())).toStrictEqual(final);
    }
  });
});
