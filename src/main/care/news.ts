/** Release notes of a version from CHANGELOG, or of the unreleased changes, as plain sentences without marks. */
export function newsOf(changelog: string, version: string): { title: string; items: string[] } | null {
  const parts = changelog.split(/^## /m).slice(1);
  // A checkout between two releases still bears the name of the last one.
  const part = parts.find((text, i) => (i === 0 && headOf(text) === 'Unreleased') || isOf(text, version));
  if (part === undefined) return null;
  const items = part
    .split(/^- /m)
    .slice(1)
    .map((item) => plain(item.split(/^#|\n\n/m)[0]!));
  return { title: headOf(part), items };
}

const isOf = (text: string, version: string): boolean => headOf(text).split(' ', 1)[0] === version;
const headOf = (text: string): string => text.split('\n', 1)[0]!.trim();
const plain = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
