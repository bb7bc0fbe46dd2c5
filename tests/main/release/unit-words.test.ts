import { expect, it } from 'vitest';
import { fileEnvironment, shownCommand, shownEnvironment } from '../../../src/main/release/unit-words.ts';

/** Each line beside what systemd 252 made of it. */
const FILE = [
  '# a comment = no name',
  '; neither=this',
  'PLAIN=/media/a stick  ',
  '  INDENTED = blanks around',
  'DOUBLE="a \\"quoted\\" \\$word # no comment" ',
  "SINGLE='back\\slash'",
  'JOINED="two "\'pieces\'and more',
  'ESCAPED=a\\ b\\\\c',
  'CONTINUED=one \\',
  'line',
  'LINES="two',
  'lines"',
  'EMPTY=',
  'export NOT=taken',
  '2BAD=x',
  'LAST=twice',
  'LAST=counts',
].join('\n');

it('a file of variables is read as systemd reads it', () => {
  expect(fileEnvironment(FILE)).toEqual({
    PLAIN: '/media/a stick',
    INDENTED: 'blanks around',
    DOUBLE: 'a "quoted" $word # no comment',
    SINGLE: 'back\\slash',
    JOINED: 'two piecesand more',
    ESCAPED: 'a b\\c',
    CONTINUED: 'one line',
    LINES: 'two\nlines',
    EMPTY: '',
    LAST: 'counts',
  });
  expect(fileEnvironment('A=1\r\nB=2\r\n')).toEqual({ A: '1', B: '2' });
  expect(fileEnvironment('A=1\nB=cut \\')).toEqual({ A: '1', B: 'cut' });
});

it('what systemctl shows of an environment and a command line is taken apart', () => {
  expect(shownEnvironment('NODE_ENV=production "NAME=a b" lonely')).toEqual({ NODE_ENV: 'production', NAME: 'a b' });
  expect(shownEnvironment('"A=\\$5 \\"b\\" \\\\c"')).toEqual({ A: '$5 "b" \\c' });
  const line = (words: string) => `{ path=/x/node ; argv[]=${words} ; ignore_errors=no ; start_time=[n/a] ; pid=0 }`;
  expect(shownCommand(line('/x/node cli.mjs serve --port 8125'))).toEqual(
    '/x/node cli.mjs serve --port 8125'.split(' '),
  );
  expect(shownCommand('')).toEqual(['']);
});
