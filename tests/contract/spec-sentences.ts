export interface Sentence {
  /** Section and place in it: `2.1-7`. */
  id: string;
  text: string;
}

const HEADING = /^#+ (?:(\d+(?:\.\d+)?)\.? )?/;
const TABLE_RULE = /^\|[-| ]+\|$/;
/** What only leads over to a list, and what says that it says nothing. */
const SAYS_NOTHING = /:$|: not shown\.$/;

/** The specification as its sentences, in order: a row of a table, an item of a list and a sentence of prose each count as one. */
export function sentencesOf(markdown: string): Sentence[] {
  const found: Sentence[] = [];
  const counts = new Map<string, number>();
  let section = '0';
  let prose: string[] = [];
  const tell = (text: string) => {
    if (SAYS_NOTHING.test(text)) return;
    const n = (counts.get(section) ?? 0) + 1;
    counts.set(section, n);
    found.push({ id: `${section}-${n}`, text });
  };
  const paragraph = () => {
    const text = prose.join(' ');
    prose = [];
    if (text !== '') for (const sentence of text.split(/(?<=\.)\s+(?=[A-Z`0-9])/)) tell(sentence.trim());
  };
  const lines = markdown.split('\n');
  for (const [i, line] of lines.entries()) {
    const heading = HEADING.exec(line);
    const item = /^(?: {2})?(?:- |\d+\. )(.*)$/.exec(line);
    if (heading && line.startsWith('#')) {
      paragraph();
      section = heading[1] ?? section;
    } else if (line.startsWith('|')) {
      paragraph();
      if (!TABLE_RULE.test(line) && !TABLE_RULE.test(lines[i + 1] ?? ''))
        tell(line.replace(/^\| | \|$/g, '').replaceAll(' | ', ' · '));
    } else if (item) {
      paragraph();
      prose = [item[1]!];
      paragraph();
    } else if (line.trim() === '') paragraph();
    else prose.push(line.trim());
  }
  paragraph();
  return found;
}
