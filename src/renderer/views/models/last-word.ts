/** The chance of rain as it would be without the household's last word, which moves its logit. */
export const withoutWord = (chance: number, wordLogit: number): number =>
  chance / (chance + (1 - chance) * Math.exp(wordLogit));
