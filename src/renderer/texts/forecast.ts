import { inLanguage } from './in-language.ts';
import { t as shared } from './models-in-common.ts';

export const en = {
  forecast: {
    intro:
      'Solid line: measured. Dashed: forecast. Outer band: 90 % likely. Inner band: 50 %. Dotted: yesterday’s forecast.',
    introYoung: 'Solid line: measured. Dashed: a first estimate. The band is rough until more forecasts are scored.',
    chartLabel: (target: string) => `${target}: past hours, and the forecast for 24 hours with its band`,
    at: 'At',
    value: 'Expected',
    band: '90 % band',
    guess: 'A question mark means a rough band: too few forecasts are scored yet.',
    issued: (clock: string) => `issued ${clock}`,
    score: 'Accuracy',
    scoreEmpty: 'No scores yet. A forecast is scored when its hour comes.',
    forecasts: 'Scored',
    error: 'Mean error',
    exactly: 'Details',
    scoreWhy: 'Above 0 %, in bold: better than assuming no change. Below 0 %: worse than assuming no change.',
    bias: 'Bias',
    width: 'Band width',
    crps: 'CRPS',
    againstPersistence: 'vs no change',
    againstClimatology: 'vs normal',
    days: (n: string) => `last ${n} days`,
    reliability: 'Is the band the right width?',
    reliabilityWhy: 'Each dot: share of outcomes inside the band. On the line, the width is right.',
    reliabilityLabel: 'Share of outcomes inside the band for each horizon',
    promised: (percent: string) => `expected ${percent}`,
    reliabilityEmpty: 'Appears once enough forecasts are scored.',
    outlook: 'Days 2–7',
    outlookKind: 'typical weather, not a forecast',
    outlookLabel: (target: string) => `${target}: normal here for days 2 to 7`,
    outlookEmpty: (days: string) => `Appears after two whole days here (${days} so far).`,
  },
  whatItSaid: {
    title: 'Past forecasts',
    at: (when: string) => `made ${when}`,
    dayBack: '− 1 day',
    hourBack: '− 1 h',
    hourOn: '+ 1 h',
    dayOn: '+ 1 day',
    legend: 'Dashed, with its band: forecast. Solid: measured. Kept for 30 days.',
    empty: 'No forecast saved for that hour. One is saved each hour and kept for 30 days.',
    nothingYet: 'No forecasts saved yet. One is saved each full hour and kept for 30 days.',
  },
  skill: {
    title: 'Is it improving?',
    by: 'Group by',
    day: 'Days',
    month: 'Months',
    skill: 'Above the line: better than no change',
    coverage: 'Share of outcomes inside the band; the line is the target',
    empty: 'Appears once a day has enough scored forecasts.',
  },
};

export const t = { ...shared, ...inLanguage('forecast', en) };
