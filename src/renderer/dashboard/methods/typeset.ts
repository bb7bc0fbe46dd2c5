/**
 * Piece of a formula, which the station tells as plain text: `x(t+h) = x(t) + s_H · θᵀφ(t)`. Letters of quantities are slanted, words
 * upright, indices low, exponents high.
 */
export interface Piece {
  text: string;
  style: 'upright' | 'italic' | 'sub' | 'sup';
}

const TOKEN =
  /_\{([^}]*)\}|_([\p{L}\p{N}]+)|\^\{([^}]*)\}|\^\(([^()]*)\)|\^([\p{L}\p{N}+−-]+)|(\p{L}+)|([^\p{L}_^]+|[_^])/gu;

export function typeset(formula: string): Piece[] {
  const pieces: Piece[] = [];
  for (const [all, subBraced, sub, supBraced, supBracketed, sup, word] of formula.matchAll(TOKEN)) {
    const low = subBraced ?? sub;
    const high = supBraced ?? supBracketed ?? sup;
    if (low !== undefined) pieces.push({ text: low, style: 'sub' });
    else if (high !== undefined) pieces.push({ text: high, style: 'sup' });
    else if (word !== undefined) pieces.push(...lettersOf(word));
    else pieces.push({ text: all.replaceAll('-', '−').replaceAll('*', '·'), style: 'upright' });
  }
  return pieces;
}

/** Symbols of a formula: one letter is a quantity; several are a word (max, exp, MAE), unless all are Greek or superscript. */
function lettersOf(word: string): Piece[] {
  const bare = word.replace(/[ᵀⁿₖ₀-₉]+/gu, '');
  if (bare.length <= 1 || /^[\p{Script=Greek}]+$/u.test(bare)) return [{ text: word, style: 'italic' }];
  if (/ᵀ/u.test(word)) return [{ text: word, style: 'italic' }];
  return [{ text: word, style: 'upright' }];
}
