import type { Words } from '../words.ts';

export const forecast: Words['forecast'] = {
  forecast: {
    intro:
      'Doorgetrokken is gemeten, gestreept verwacht; de band moet negen van de tien keer houden, het donkerdere midden om de andere keer. Gestippeld is wat een dag eerder verwacht werd, naast wat kwam.',
    introYoung:
      'Doorgetrokken is gemeten, gestreept een eerste schatting: te weinig verwachtingen zijn verstreken om te weten hoe breed de band moet zijn.',
    chartLabel: (target) => `${target}: de afgelopen uren en de verwachting voor 24 uur met haar band`,
    at: 'Om',
    value: 'Verwacht',
    band: 'Band 90 %',
    guess:
      'Een band met een vraagteken is een eerste schatting: te weinig verwachtingen zijn verstreken om zijn breedte te kennen.',
    issued: (clock) => `van ${clock}`,
    score: 'Hoe goed ze was',
    scoreEmpty: 'Nog niets beoordeeld. Een verwachting wordt beoordeeld als haar uur gekomen is.',
    forecasts: 'Beoordeeld',
    error: 'Gemiddelde fout',
    exactly: 'Hoe er geteld wordt',
    scoreWhy: 'Vetgedrukt boven 0 %: beter dan zeggen dat niets verandert. Minder: het station had beter gezwegen.',
    bias: 'Afwijking',
    width: 'Bandbreedte',
    crps: 'CRPS',
    againstPersistence: 'tegen “blijft zo”',
    againstClimatology: 'tegen gewoon',
    days: (n) => `laatste ${n} dagen`,
    reliability: 'Houdt de band woord?',
    reliabilityWhy:
      'Elke stip is het deel van de uitkomsten binnen de band. Op de lijn is de band zo breed als hij moet zijn.',
    reliabilityLabel: 'Deel van de uitkomsten binnen de band, per termijn',
    promised: (percent) => `beloofd ${percent}`,
    reliabilityEmpty: 'Verschijnt als genoeg verwachtingen verstreken zijn.',
    outlook: 'Dag 2–7',
    outlookKind: 'klimatologie, geen verwachting',
    outlookLabel: (target) => `${target}: wat hier gewoon is voor dag 2 tot 7`,
    outlookEmpty: (days) => `Verschijnt als het station hier twee hele dagen gezien heeft (tot nu ${days}).`,
  },
  whatItSaid: {
    title: 'Wat zei het?',
    at: (when) => `gezegd op ${when}`,
    dayBack: '− 1 dag',
    hourBack: '− 1 u',
    hourOn: '+ 1 u',
    dayOn: '+ 1 dag',
    legend:
      'Gestreept, met band, wat toen verwacht werd; doorgetrokken wat kwam. Dertig dagen bewaard: een halve megabyte.',
    empty: 'Van dat uur is niets bewaard. Verwachtingen worden dertig dagen bewaard, één per uur.',
    nothingYet: 'Er is nog niets gezegd. Vanaf het eerste hele uur wordt één verwachting per uur dertig dagen bewaard.',
  },
  skill: {
    title: 'Is het beter geworden?',
    by: 'Hoe fijn',
    day: 'Dagen',
    month: 'Maanden',
    skill: 'Beter dan “blijft zo”, boven de lijn',
    coverage: 'Deel van de uitkomsten binnen de band, beloofd op de lijn',
    empty: 'Verschijnt als een dag genoeg verstreken verwachtingen heeft.',
  },
};
