import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '../../base/languages.ts';
import { unlessRefused } from '../../base/system-error.ts';
import { NEWS_KINDS, type Program } from '../../contract/care.ts';

type News = Omit<NonNullable<Program['news']>, 'language'>;

/** Texts of what is new: short lines by language, and CHANGELOG for a version that has none. */
export interface NewsFiles {
  changelog: string | null;
  lines: ReadonlyMap<Language, string>;
}

/** Reads them; a package has them where a checkout has. */
export function readNews(root: string): NewsFiles {
  const read = (name: string) => unlessRefused(() => readFileSync(join(root, name), 'utf8'));
  const lines = LANGUAGES.flatMap((language) => {
    const text = read(`docs/news/${language}.md`);
    return text === null ? [] : [[language, text] as const];
  });
  return { changelog: read('CHANGELOG.md'), lines: new Map(lines) };
}

/** News of a version: in the reader's language, else in English, else as CHANGELOG has it. */
export function newsIn({ changelog, lines }: NewsFiles, language: Language, version: string): Program['news'] {
  for (const one of [language, 'en'] as const) {
    const found = newsOf(lines.get(one) ?? '', version);
    if (found !== null) return { language: one, ...found };
  }
  const found = newsOf(changelog ?? '', version);
  return found && { language: 'en', ...found };
}

/** News of a version, or of what is not released yet, as plain sentences without marks. */
export function newsOf(changelog: string, version: string): News | null {
  const parts = changelog.split(/^## /m).slice(1);
  // A checkout between two releases still bears the name of the last one.
  const part = parts.find((text, i) => (i === 0 && headOf(text) === 'Unreleased') || isOf(text, version));
  if (part === undefined) return null;
  const news: News = { title: headOf(part), items: [], kinds: [] };
  for (const [i, group] of part.split(/^### /m).entries()) {
    const head = headOf(group).toLowerCase();
    const kind = i === 0 ? null : (NEWS_KINDS.find((one) => one === head) ?? null);
    for (const item of group.split(/^- /m).slice(1)) {
      news.items.push(plain(item.split('\n\n')[0]!));
      news.kinds.push(kind);
    }
  }
  return news;
}

const isOf = (text: string, version: string): boolean => headOf(text).split(' ', 1)[0] === version;
const headOf = (text: string): string => text.split('\n', 1)[0]!.trim();
const plain = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
