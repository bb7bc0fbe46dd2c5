/** A path or name as one word of a command: it may have a blank in it, or be told by the station's user, and is copied behind `sudo`. */
export const word = (path: string): string =>
  /^[\w/.,:=@%+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
