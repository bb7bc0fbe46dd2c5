import { describe, expect, it } from 'vitest';
import { covering } from '../support/share.ts';

const screens = ['panel', 'wall', 'phone', 'desk'];
const views = ['now', 'forecast', 'history', 'alarms', 'sensors'];
const members = screens.flatMap((screen) => views.map((view) => ({ screen, view })));
const aspectsOf = ({ screen, view }: (typeof members)[number]): string[] => [screen, view];
const drawnBy = (commit: string) => covering(members, aspectsOf, commit);
const commits = Array.from({ length: 60 }, (_, nth) => `commit ${nth}`);

describe('share: a family of tests of which a commit draws a sample', () => {
  it('covers every aspect, with few members, in their order', () => {
    for (const commit of commits) {
      const drawn = drawnBy(commit);
      expect(new Set(drawn.flatMap(aspectsOf))).toEqual(new Set([...screens, ...views]));
      expect(drawn.length).toBe(views.length);
      expect(drawn).toEqual(members.filter((member) => drawn.includes(member)));
    }
  });

  it('is the same for everybody who plays this commit, and every member has its turn', () => {
    for (const commit of commits) expect(drawnBy(commit)).toEqual(drawnBy(commit));
    expect(new Set(commits.flatMap(drawnBy))).toEqual(new Set(members));
  });

  it('draws nothing from nothing', () => expect(covering([], aspectsOf, 'commit')).toEqual([]));
});
