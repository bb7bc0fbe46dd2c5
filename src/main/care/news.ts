import { NEWS_KINDS, type NewsKind } from '../../contract/care.ts';

interface News {
  title: string;
  items: string[];
  kinds: (NewsKind | null)[];
}

/** Release notes of a version from CHANGELOG, or of the unreleased changes, as plain sentences without marks. */
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
