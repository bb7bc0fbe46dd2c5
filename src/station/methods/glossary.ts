export const glossary = [
  { term: 'anchor', meaning: 'The smoothed value a forecast starts from.' },
  {
    term: 'persistence',
    meaning: 'The forecast "nothing changes". The yardstick every other forecast is held against.',
  },
  {
    term: 'climatology',
    meaning: 'What this place usually shows at this hour and season, learned from its own history.',
  },
  {
    term: 'skill',
    meaning:
      'One minus our mean error divided by that of persistence. 0 is no better than nothing changes, 1 is perfect.',
  },
  { term: 'coverage', meaning: 'The share of outcomes that fell inside the 90 % band. Honest when it is near 90 %.' },
  { term: 'head', meaning: 'One forecaster for one target and one horizon; there are 18 of them.' },
  { term: 'horizon', meaning: 'How far ahead a forecast looks.' },
  { term: 'theta', meaning: 'The learned weights of a head, one per feature.' },
  { term: 'conformal', meaning: 'A way of making bands from past errors that needs no assumption about their shape.' },
  { term: 'innovation', meaning: 'The part of a measurement that the filter did not expect.' },
  { term: 'NIS', meaning: 'Normalised innovation squared. Near 1 on average when a filter knows its own noise.' },
  { term: 'novelty', meaning: 'How unusual the present weather is against everything this station has seen lately.' },
  { term: 'drift', meaning: 'A lasting change in the size of forecast errors.' },
  {
    term: 'discontinuity',
    meaning: 'A step made by a calibration or by moving the board. Not weather, and never learned as such.',
  },
  {
    term: 'Brier skill',
    meaning: 'How much better rain probabilities are than always naming the usual share of wet spells.',
  },
];

export const honestLimits = [
  'A single point sees no weather approaching: a day ahead, little can be known beyond persistence and climatology.',
  'Days 2 to 7 are a climatological outlook, not a forecast.',
  'Indoors, temperature and humidity describe the room; only pressure is the weather outside.',
  'The humidity sensor is good to 3.5 %, which alone is 1 °C of dew point at 20 °C and 50 %.',
  'Temperature is as right as the last calibration; turning or moving the board changes how much of its heat reaches the sensor.',
  'The cloud index is the brightness of this spot against its own best days. Curtains, lamps and hands look like clouds.',
  'Rain is never measured. Its probability rests on a prior until people have labelled some dozens of wet and dry spells.',
  'The compass is null until the board has been turned through enough directions to know its own magnetism.',
  'A skill a day ahead needs 30 days of scored forecasts before it means anything.',
];
