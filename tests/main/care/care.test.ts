import { describe, expect, it } from 'vitest';
import { Config } from '../../../src/config/config.ts';
import { newsOf, scrubbedAll, writtenOf } from '../../../src/main/care/machine-care.ts';
import { roomLeft } from '../../../src/station/answers/room-left.ts';

describe('what is new', () => {
  const text = `# Changelog

## Unreleased

- A \`thing\` of [the docs](docs/x.md) that
  goes on.
- Another.

## 1.0.0 (2026-11-20)

The first.

- One.

### Sensors

- Two.

### Fixed

- Three.
`;
  it('is the part on this version, in plain sentences', () => {
    const released = text.replace(/## Unreleased[^#]*/, '');
    expect(newsOf(released, '1.0.0')).toEqual({
      title: '1.0.0 (2026-11-20)',
      items: ['One.', 'Two.', 'Three.'],
      kinds: [null, null, 'fixed'],
    });
    expect(newsOf(released, '2.0.0')).toBeNull();
  });
  it('is not the part on a version whose name merely holds its own', () => {
    const longer = '# Changelog\n\n## 11.0.0 — 2027-01-01\n\n- Later.\n\n## 1.0.0 — 2026-11-20\n\n- One.\n';
    expect(newsOf(longer, '1.0.0')?.items).toEqual(['One.']);
  });
  it('between two releases is what is not released yet', () => {
    expect(newsOf(text, '1.0.0')).toEqual({
      title: 'Unreleased',
      items: ['A thing of the docs that goes on.', 'Another.'],
      kinds: [null, null],
    });
  });
});

describe('what is written', () => {
  const io = 'rchar: 1\nwchar: 999\nwrite_bytes: 6000000\ncancelled_write_bytes: 0\n';
  it('is told for a day once an hour has been counted', () => {
    expect(writtenOf(io, 7200)).toEqual({ bytes: 6_000_000, over_s: 7200, bytes_per_day: 72_000_000 });
    expect(writtenOf(io, 3599)).toMatchObject({ bytes: 6_000_000, bytes_per_day: null });
    expect(writtenOf('rchar: 1\n', 7200)).toBeNull();
  });
});

describe('room on the disk', () => {
  const config = Config.parse({ storage: { backups_kept: 0 } });
  const used = { databaseBytes: 20e6, backupBytes: 0, historyDays: 10 };
  it('is for ever on a big one, and for years on a small one, less with backups', () => {
    expect(roomLeft(config, { ...used, freeBytes: 20e9 }).fullInYears).toBeNull();
    const alone = roomLeft(config, { ...used, freeBytes: 300e6 }).fullInYears!;
    expect(alone).toBeGreaterThan(10);
    const copies = Config.parse({ storage: { backups_kept: 1 } });
    expect(roomLeft(copies, { ...used, freeBytes: 300e6 }).fullInYears!).toBeLessThan(alone / 2);
    expect(roomLeft(config, { ...used, freeBytes: 0 }).fullInYears).toBe(0);
    expect(roomLeft(config, { ...used, freeBytes: null }).fullInYears).toBeNull();
  });
});

describe('what a stranger may read', () => {
  it('has no secret and no user of an address', () => {
    const line = 'push to http://mia:s3cret@db.lan:8086/x failed: token abc123 refused';
    expect(scrubbedAll(line, ['abc123'])).toBe('push to http://…@db.lan:8086/x failed: token … refused');
  });
});
