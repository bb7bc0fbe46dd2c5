/** Letters that Unicode does not take apart into a plain one and a mark. */
const WHOLE: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Text without marks, in lower case: Latin letters become ASCII (`Süd-Sjø` → `sud-sjo`), others stay. */
export const folded = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[ßøæœłđðþı]/g, (letter) => WHOLE[letter]!)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '');

/** Slug of a name: its ASCII words joined by `joint` (`Haus am Süd-Sjø` → `haus_am_sud_sjo`). Empty without Latin letters. */
export const asciiSlug = (name: string, joint: '-' | '_'): string =>
  folded(name)
    .replaceAll(/[^a-z0-9]+/g, joint)
    .replaceAll(new RegExp(`^${joint}+|${joint}+$`, 'g'), '');
