/** Parsers of `systemctl show` and of the files it names, in systemd's quoting. */

/** `Environment=`, as it is shown: words with a blank in them are quoted, and within quotes what a shell would take for more than a letter. */
export function shownEnvironment(text: string): Record<string, string> {
  const words = [...text.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll(/\\(["\\`$])/g, '$1') ?? plain,
  );
  return Object.fromEntries(
    words
      .filter((word) => word.includes('='))
      .map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  );
}

/**
 * A comment, or a name with quoted pieces and then plain text; a backslash takes the line's end away. systemd.exec(5). Whatever follows
 * the name fits, a backslash at the end of all included: where nothing can fail nothing is tried again, and root may read any text.
 */
const LINE =
  /^[ \t]*(?:[#;].*|([A-Za-z_]\w*)[ \t]*=((?:[ \t]*(?:'[^']*'|"(?:\\[\s\S]|[^"\\])*"))*)[ \t]*((?:\\[\s\S]|[^\n\r\\])*)\\?)$/gm;

/** The text of an EnvironmentFile. What systemd would not understand is left out, as there. */
export function fileEnvironment(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name, quoted = '', plain = ''] of text.matchAll(LINE)) {
    if (name === undefined) continue;
    const pieces = [...quoted.matchAll(/'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"/g)].map(
      ([, single, double = '']) => single ?? double.replaceAll(/\\(["\\`$\n])/g, (_, escaped) => unescaped(escaped)),
    );
    found[name] = pieces.join('') + plain.trimEnd().replaceAll(/\\([\s\S])/g, (_, escaped) => unescaped(escaped));
  }
  return found;
}

const unescaped = (escaped: string): string => (escaped === '\n' ? '' : escaped);

/** The words of `ExecStart=`, as it is shown: bare, so that one with a blank in it looks like two. Those of the last one count. */
export function shownCommand(text: string): string[] {
  const [, command = ''] = [...text.matchAll(/argv\[\]=(.*?) ; ignore_errors=/g)].at(-1) ?? [];
  return command.split(' ');
}
