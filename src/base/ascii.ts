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

/** Slug of a name: lower-case ASCII words joined by `joint` (`Haus am Süd-Sjø` → `haus_am_sud_sjo`). Empty for a name without Latin letters. */
export const asciiSlug = (name: string, joint: '-' | '_'): string =>
  name
    .toLowerCase()
    .replaceAll(/[ßøæœłđðþı]/g, (letter) => WHOLE[letter]!)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, joint)
    .replaceAll(new RegExp(`^${joint}+|${joint}+$`, 'g'), '');
