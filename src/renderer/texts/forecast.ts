import { inLanguage } from './in-language.ts';
import { t as shared } from './models-in-common.ts';

export const en = {
  forecast: {
    intro:
      'Solid is what was measured, dashed what is expected, the band should hold nine times out of ten, its darker middle every second time. Dotted is what was foretold a day ago, beside what came.',
    introYoung:
      'Solid is what was measured, dashed a first guess: too few forecasts have come due to say how wide the band must be.',
    chartLabel: (target: string) => `${target}: the past hours and the forecast for the next 24 hours with its band`,
    at: 'At',
    value: 'Expected',
    band: '90 % band',
    guess: 'A band with a question mark is a first guess: too few forecasts have come due to know how wide it must be.',
    issued: (clock: string) => `issued ${clock}`,
    score: 'How good it was',
    scoreEmpty: 'Nothing scored yet. A forecast is judged when its hour has come.',
    forecasts: 'Scored',
    error: 'Mean error',
    exactly: 'How it is counted',
    scoreWhy:
      'More than 0 % in bold: better than saying that nothing changes. Less: the station should have kept quiet.',
    bias: 'Bias',
    width: 'Band width',
    crps: 'CRPS',
    againstPersistence: 'vs nothing changes',
    againstClimatology: 'vs usual',
    days: (n: string) => `last ${n} days`,
    reliability: 'Does the band keep its word?',
    reliabilityWhy:
      'Each dot is the share of outcomes inside the band. On the line, the band is as wide as it should be.',
    reliabilityLabel: 'Share of outcomes inside the band for each horizon',
    promised: (percent: string) => `promised ${percent}`,
    reliabilityEmpty: 'Shows once enough forecasts came due.',
    outlook: 'Days 2–7',
    outlookKind: 'climatology, not a forecast',
    outlookLabel: (target: string) => `${target}: what is usual here for days 2 to 7`,
    outlookEmpty: (days: string) => `Shows once the station has seen two whole days here (${days} so far).`,
  },
  whatItSaid: {
    title: 'What did it say?',
    at: (when: string) => `said on ${when}`,
    dayBack: '− 1 day',
    hourBack: '− 1 h',
    hourOn: '+ 1 h',
    dayOn: '+ 1 day',
    legend:
      'Dashed, with its band, what was expected at that moment; solid what came. Kept for thirty days: half a megabyte.',
    empty: 'Nothing is kept from that hour. Forecasts are kept for thirty days, one an hour.',
    nothingYet: 'Nothing was said yet. From the first full hour on, one forecast an hour is kept, for thirty days.',
  },
  skill: {
    title: 'Has it grown better?',
    by: 'How finely',
    day: 'Days',
    month: 'Months',
    skill: 'Better than “nothing changes”, above the line',
    coverage: 'Share of outcomes inside the band, promised on the line',
    empty: 'Shows once a day has enough forecasts that came due.',
  },
};

export const t = { ...shared, ...inLanguage('forecast', en) };
