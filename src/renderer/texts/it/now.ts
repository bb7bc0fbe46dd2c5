import type { Words } from '../words.ts';

/** Preposition and article of an hour become one word: alle 21:00, all’1:00; midnight and noon have no article. */
const withArticle =
  (plain: string, singular: string, plural: string) =>
  (hour: string): string =>
    /^\d/.test(hour)
      ? /^0?1\D/.test(hour)
        ? `${singular}${hour.replace(/^0/, '')}`
        : `${plural} ${hour}`
      : `${plain} ${hour}`;
const until = withArticle('a', 'all’', 'alle');
const before = withArticle('di', 'dell’', 'delle');
const since = withArticle('da', 'dall’', 'dalle');
const by = withArticle('entro', 'entro l’', 'entro le');

export const now: Words['now'] = {
  now: {
    dewPoint: 'punto di rugiada',
    outside: (value) => `fuori ${value}`,
    rain3h: 'Pioggia, prossime 3 h',
    rainSplit: (barometer, taught) => `barometro ${barometer}, appreso ${taught}`,
    byBarometer: 'secondo il barometro',
    rainIndoors: 'incerto: è al chiuso',
    rainIndoorsWhy: 'I muri tengono lontani umidità e luce del tempo; è quindi soprattutto una stima del barometro.',
    rainWhy: (barometer, taught, trust) =>
      `Le vecchie regole del barometro dicono ${barometer} %; ciò che è stato appreso dice ${taught} % e conta per il ${trust} %.`,
    noRain: 'tra cinque minuti',
    raining: 'Piove',
    rainingSince: (clock) => `segnalato dalle ${clock}`,
    stillRaining: '· ancora?',
    lowest: 'min di oggi',
    highest: 'max',
    byDay: 'di giorno',
    byNight: 'di notte',
    outlookSame: (high, low) => `Giorni simili: circa ${high} di giorno, ${low} di notte.`,
    dry: 'Asciutto',
    wet: 'Pioggia',
    dryHint: 'Fuori è asciutto: il modello della pioggia lo impara',
    wetHint: 'Adesso piove: il modello della pioggia lo impara',
    noted: (what) => `${what}: annotato`,
    undo: 'Annulla',
    next24: 'Prossime 24 ore',
    band: 'banda 90 %',
    firstGuess: 'prima stima',
    said: 'punti: ieri',
    oldForecast: (clock) => `prevista alle ${clock}, poi nulla`,
    skillGood: (percent) => ['meglio di «nulla cambia»: ', percent, ' a 3 h'],
    skillBad: (percent) => ['peggio di «nulla cambia»: ', percent, ' a 3 h'],
    coverage: (percent) => [', banda ', percent],
    notScored: 'ancora senza voto: servono tre ore',
    outlookTitle: ['Giorni 2–7', 'climatologia'],
    learningTitle: ['Che cosa', 'impara'],
    chartLabel: 'Temperatura delle ultime 12 ore e previsione per 24 ore',
  },
  saying: {
    now: (degrees) => `Ora ci sono ${degrees}`,
    steady: ', stabile',
    rising: ', in aumento',
    falling: ', in calo',
    warmer: (step) => `, ${step} più di ieri a quest’ora`,
    colder: (step) => `, ${step} meno di ieri a quest’ora`,
    asYesterday: ', come ieri a quest’ora',
    midnight: 'mezzanotte',
    noon: 'mezzogiorno',
    raining: (clock) => `pioggia ${since(clock)}`,
    rain: [
      [0.15, (hour) => `asciutto fino ${until(hour)}`],
      [0.4, (hour) => `probabilmente asciutto fino ${until(hour)}`],
      [0.65, (hour) => `pioggia possibile prima ${before(hour)}`],
      [0.85, (hour) => `pioggia probabile prima ${before(hour)}`],
      [1, (hour) => `pioggia quasi certa prima ${before(hour)}`],
    ],
    by,
    byMorning: 'in mattinata',
    byTomorrow: 'domani a quest’ora',
    frostLikely: (by) => `gelo probabile ${by}`,
    frostPossible: (by) => `gelo possibile ${by}`,
    thaw: (by) => `disgelo probabile ${by}`,
    about: (degrees, by) => `circa ${degrees} ${by}`,
    old: (age) => `Nessuna misura da ${age}: quel che si vede è vecchio.`,
  },
  tendency: {
    steady: 'stabile',
    rising: 'sale',
    falling: 'scende',
    risingFast: 'sale in fretta',
    fallingFast: 'scende in fretta',
  },
  sky: {
    night: 'notte',
    clear: 'sereno',
    hazy: 'velato',
    broken: 'schiarite',
    cloudy: 'nuvoloso',
    overcast: 'coperto',
  },
};
