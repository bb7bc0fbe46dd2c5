const SEPARATORS = [',', ';', '\t'] as const;

/**
 * CSV as spreadsheets write it (RFC 4180): comma, semicolon or tab, whichever the first line has most of; a byte order mark; either line
 * end. Each line with the number that an editor shows; null where a quote never closes. In one pass, so that no file takes longer than
 * its length.
 */
export function csvLines(text: string) {
  const plain = text.replace(/^\uFEFF/, '');
  const first = /^[^\r\n]*/.exec(plain)![0];
  const count = (mark: string): number => first.split(mark).length;
  const separator = SEPARATORS.reduce((best, mark) => (count(mark) > count(best) ? mark : best));
  const lines: Array<{ line: number; cells: string[] }> = [];
  let [line, startedAt] = [1, 1];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endLine = (): void => {
    cells.push(cell);
    if (cells.some((one) => one.trim() !== '')) lines.push({ line: startedAt, cells });
    [cells, cell, startedAt] = [[], '', line];
  };
  for (let i = 0; i < plain.length; i++) {
    const letter = plain[i]!;
    if (letter === '\n' || (letter === '\r' && plain[i + 1] !== '\n')) line += 1;
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (plain[i + 1] === '"') cell += plain[++i]!;
      else isQuoted = false;
    } else if (letter === '"' && cell.trim() === '') [cell, isQuoted] = ['', true];
    else if (letter === separator) {
      cells.push(cell);
      cell = '';
    } else if (letter === '\n' || (letter === '\r' && plain[i + 1] !== '\n')) endLine();
    else if (letter !== '\r') cell += letter;
  }
  if (isQuoted) return null;
  endLine();
  return lines;
}
