import type { Words } from '../words.ts';

export const forecast: Words['forecast'] = {
  forecast: {
    intro:
      'Linea piena: ciò che è stato misurato; tratteggio: ciò che è atteso; la banda deve reggere nove volte su dieci, il suo centro più scuro una volta su due. A punti: ciò che fu previsto il giorno prima, accanto a ciò che venne.',
    introYoung:
      'Linea piena: ciò che è stato misurato; tratteggio: una prima stima. Sono scadute troppo poche previsioni per conoscere la larghezza della banda.',
    chartLabel: (target) => `${target}: le ore passate e la previsione per 24 ore con la sua banda`,
    at: 'Alle',
    value: 'Atteso',
    band: 'Banda 90 %',
    guess:
      'Una banda con il punto interrogativo è una prima stima: sono scadute troppo poche previsioni per conoscerne la larghezza.',
    issued: (clock) => `emessa alle ${clock}`,
    score: 'Quanto valeva',
    scoreEmpty: 'Ancora nessun voto. Una previsione si giudica quando è giunta la sua ora.',
    forecasts: 'Giudicate',
    error: 'Errore medio',
    exactly: 'Come si conta',
    scoreWhy: 'Più di 0 % in grassetto: meglio che dire che nulla cambia. Meno: la stazione avrebbe dovuto tacere.',
    bias: 'Errore sistematico',
    width: 'Larghezza',
    crps: 'CRPS',
    againstPersistence: 'contro «nulla cambia»',
    againstClimatology: 'contro il solito',
    days: (n) => `ultimi ${n} giorni`,
    reliability: 'La banda mantiene la parola?',
    reliabilityWhy:
      'Ogni punto è la parte dei valori caduti nella banda. Sulla linea, la banda ha la larghezza giusta.',
    reliabilityLabel: 'Parte dei valori nella banda, per scadenza',
    promised: (percent) => `promesso ${percent}`,
    reliabilityEmpty: 'Appare quando sono scadute abbastanza previsioni.',
    outlook: 'Giorni 2–7',
    outlookKind: 'climatologia, non previsione',
    outlookLabel: (target) => `${target}: il solito di qui per i giorni da 2 a 7`,
    outlookEmpty: (days) => `Appare quando la stazione ha visto qui due giorni interi (${days} finora).`,
  },
  whatItSaid: {
    title: 'Che cosa aveva detto?',
    at: (when) => `detto ${/^(8|11)\D/.test(when) ? 'l’' : 'il '}${when}`,
    dayBack: '− 1 giorno',
    hourBack: '− 1 h',
    hourOn: '+ 1 h',
    dayOn: '+ 1 giorno',
    legend:
      'Tratteggiato, con la sua banda, ciò che allora era atteso; pieno, ciò che venne. Si tiene per trenta giorni: mezzo megabyte.',
    empty: 'Di quell’ora non c’è nulla. Le previsioni si tengono per trenta giorni, una all’ora.',
    nothingYet: 'Ancora nulla è stato detto. Dalla prima ora piena si tiene una previsione all’ora, per trenta giorni.',
  },
  skill: {
    title: 'È migliorata?',
    by: 'Con quale dettaglio',
    day: 'Giorni',
    month: 'Mesi',
    skill: 'Meglio di «nulla cambia», sopra la linea',
    coverage: 'Parte dei valori nella banda, quanto promesso sulla linea',
    empty: 'Appare quando un giorno ha abbastanza previsioni scadute.',
  },
};
