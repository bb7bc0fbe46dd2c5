import SqliteDatabase from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { Postponed } from '../../../../src/station/store/sqlite/postponed.ts';

const saying = (code: string) => new SqliteDatabase.SqliteError('no', code);

/** A disk that takes what it is given, or says why not. */
class Disk {
  answer: string | null = null;
  taken: string[] = [];
  commits = 0;
  readonly refusals: string[] = [];
  readonly works = new Postponed(
    (error) => this.refusals.push((error as { code: string }).code),
    (work) => this.#together(work),
  );

  put = (what: string) => (): void => {
    if (this.answer) throw saying(this.answer);
    this.taken.push(what);
    this.commits += 1;
  };

  /** All of it or nothing, with one commit. */
  #together(work: () => void): void {
    const { taken, commits } = this;
    this.taken = [...taken];
    try {
      work();
      this.commits = commits + 1;
    } catch (error) {
      this.taken = taken;
      throw error;
    }
  }
}

describe('writes that can wait', () => {
  let disk: Disk;
  beforeEach(() => {
    disk = new Disk();
  });
  const give = (what: string, isIrreplaceable = false) => {
    disk.works.add(disk.put(what), isIrreplaceable);
    return disk.works.write();
  };

  it('what nobody makes again waits for a full disk, in its order; what is made anew does not, and is not written before it', () => {
    disk.answer = 'SQLITE_FULL';
    expect(give('tick 1', true)).toBe('refused');
    expect(give('state of tick 1')).toBe('refused');
    expect(give('tick 2', true)).toBe('refused');
    expect(disk.works.isEmpty).toBe(false);
    disk.answer = null;
    expect(give('state of tick 2')).toBe('written');
    expect(disk.taken).toEqual(['tick 1', 'tick 2', 'state of tick 2']);
    expect(disk.works.isEmpty).toBe(true);
  });
  it('hours of it reach the disk with few commits, and the oldest goes where it lasts too long', () => {
    disk.answer = 'SQLITE_FULL';
    for (let i = 0; i < 250; i += 1) give(`tick ${i}`, true);
    disk.answer = null;
    expect(disk.works.write()).toBe('written');
    expect(disk.taken).toEqual(Array.from({ length: 240 }, (_, i) => `tick ${i + 10}`));
    expect(disk.commits).toBe(6);
  });
  it('what another connection keeps out waits whole, and nobody is told', () => {
    disk.answer = 'SQLITE_BUSY';
    expect([give('tick', true), give('state')]).toEqual(['kept out', 'kept out']);
    disk.answer = null;
    expect(disk.works.write()).toBe('written');
    expect([disk.taken, disk.refusals]).toEqual([['tick', 'state'], []]);
  });
  it('a fault of ours costs its own work alone', () => {
    disk.answer = 'SQLITE_FULL';
    give('tick 1', true);
    disk.works.add(() => {
      throw new TypeError('a fault');
    }, true);
    disk.works.add(disk.put('tick 2'), true);
    disk.answer = null;
    expect(() => disk.works.write()).toThrow('a fault');
    expect(disk.works.write()).toBe('written');
    expect(disk.taken).toEqual(['tick 1', 'tick 2']);
  });
  it('what a work brings about is a part of it, and done once', () => {
    disk.works.add(() => {
      give('label', true);
      disk.put('clock')();
    });
    expect(disk.works.write()).toBe('written');
    expect(disk.taken).toEqual(['label', 'clock']);
  });
});
