import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/base/languages.ts';
import { Config } from '../../../src/config/config.ts';
import { programVersion } from '../../../src/main/app-root.ts';
import { scrubbedAll, writtenOf } from '../../../src/main/care/machine-care.ts';
import { newsIn, newsOf, readNews } from '../../../src/main/care/news.ts';
import { RUNTIME_FOLDER } from '../../../src/main/machine/address-file.ts';
import { canAsk, leaveRequest } from '../../../src/main/release/upgrade-request.ts';
import { roomLeft } from '../../../src/station/answers/room-left.ts';

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

describe('what is new', () => {
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

describe('what is new in this version', () => {
  const root = join(import.meta.dirname, '../../..');
  const files = readNews(root);
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const titleOf = (text: string): string => /^## (.+)$/m.exec(text)![1]!;

  it.each(LANGUAGES)(
    'is told in %s, in fifteen short lines at most, of the version that CHANGELOG begins with',
    (language) => {
      const text = readFileSync(join(root, 'docs/news', `${language}.md`), 'utf8');
      const news = newsIn({ ...files, lines: new Map([[language, text]]) }, language, programVersion())!;
      expect([news.language, news.title]).toEqual([language, titleOf(changelog)]);
      expect(news.items.length).toBe(
        newsOf(readFileSync(join(root, 'docs/news/en.md'), 'utf8'), programVersion())!.items.length,
      );
      expect(news.items.length).toBeLessThanOrEqual(15);
      expect(news.items.filter((item) => item.length > 140)).toEqual([]);
    },
  );
  it('is told in English where nobody has written it in the language, and else as CHANGELOG has it', () => {
    const lines = new Map([['en', '## 1.0.0\n\n- Short.\n'] as const]);
    expect(newsIn({ changelog: text, lines }, 'de', '1.0.0')).toMatchObject({ language: 'en', items: ['Short.'] });
    expect(newsIn({ changelog: text, lines: new Map() }, 'de', '1.0.0')).toMatchObject({ title: 'Unreleased' });
    expect(newsIn({ changelog: null, lines: new Map() }, 'de', '1.0.0')).toBeNull();
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
    expect(scrubbedAll(line, ['abc123'])).toBe('push to http://•••@db.lan:8086/x failed: token ••• refused');
  });
});

describe('an upgrade that is asked for on the page', () => {
  it('is an empty file where a unit of the package waits for it, and nothing elsewhere', () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'weatherglass-asked-')), 'weatherglass');
    mkdirSync(folder);
    const watcher = join(folder, 'watcher.path');
    const env = { RUNTIME_DIRECTORY: folder };
    expect([canAsk(env, watcher), canAsk({}, import.meta.filename)]).toEqual([false, false]);
    writeFileSync(watcher, '');
    expect(canAsk(env, watcher)).toBe(true);
    expect(leaveRequest(env)).toBeNull();
    expect(readFileSync(join(folder, 'upgrade-asked'), 'utf8')).toBe('');
    rmSync(folder, { recursive: true });
    expect(leaveRequest(env)).toMatchObject({ unavailable: true, error: expect.stringContaining('asked for') });
  });
  it('is taken by the unit that asks apt, before anything else, at the path that the station writes', () => {
    const unit = (name: string): string => readFileSync(join(import.meta.dirname, '../../../deploy', name), 'utf8');
    const path = join(RUNTIME_FOLDER, 'upgrade-asked');
    expect(unit('weatherglass-asked.path')).toContain(`PathExists=${path}\n`);
    expect(/^Exec.*$/m.exec(unit('weatherglass-asked.service'))![0]).toBe(`ExecStartPre=/usr/bin/rm -f ${path}`);
  });
});
