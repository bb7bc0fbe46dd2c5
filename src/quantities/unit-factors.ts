/** Factors of imperial units to the station's, apart from the measures: the first view of the page converts, and knows no senders. */
export const MS_PER_MPH = 0.447_04;
export const HPA_PER_INHG = 33.863_886_4;
export const MM_PER_INCH = 25.4;
export const KM_PER_MILE = 1.609_344;
