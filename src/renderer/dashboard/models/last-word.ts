/** Chance of rain without the last report, which shifts its logit. */
export const withoutWord = (chance: number, wordLogit: number): number =>
  chance / (chance + (1 - chance) * Math.exp(wordLogit));
