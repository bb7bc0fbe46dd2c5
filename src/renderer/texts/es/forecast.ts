import type { Words } from '../words.ts';

export const forecast: Words['forecast'] = {
  forecast: {
    intro:
      'Línea continua: lo medido; a trazos: lo esperado; la banda debe cumplir nueve veces de cada diez, y su centro más oscuro una de cada dos. Con puntos: lo que se anunció un día antes, junto a lo que vino.',
    introYoung:
      'Línea continua: lo medido; a trazos: una primera estimación. Se han verificado muy pocos pronósticos para saber el ancho de la banda.',
    chartLabel: (target) => `${target}: las horas pasadas y el pronóstico para 24 horas con su banda`,
    at: 'A las',
    value: 'Esperado',
    band: 'Banda 90 %',
    guess:
      'Una banda con signo de interrogación es un primer intento: han vencido muy pocos pronósticos para saber su ancho.',
    issued: (clock) => `emitido a las ${clock}`,
    score: 'Cómo fue de bueno',
    scoreEmpty: 'Aún no hay notas. Un pronóstico se juzga cuando llega su hora.',
    forecasts: 'Juzgados',
    error: 'Error medio',
    exactly: 'Cómo se cuenta',
    scoreWhy: 'Más de 0 % en negrita: mejor que decir que nada cambia. Menos: la estación debió callar.',
    bias: 'Sesgo',
    width: 'Ancho',
    crps: 'CRPS',
    againstPersistence: 'frente a «nada cambia»',
    againstClimatology: 'frente a lo habitual',
    days: (n) => `últimos ${n} días`,
    reliability: '¿Cumple la banda?',
    reliabilityWhy:
      'Cada punto es la parte de los valores que cayó en la banda. Sobre la línea, la banda tiene el ancho justo.',
    reliabilityLabel: 'Parte de los valores dentro de la banda, por plazo',
    promised: (percent) => `prometido ${percent}`,
    reliabilityEmpty: 'Aparece cuando han vencido bastantes pronósticos.',
    outlook: 'Días 2–7',
    outlookKind: 'climatología, no pronóstico',
    outlookLabel: (target) => `${target}: lo habitual aquí para los días 2 a 7`,
    outlookEmpty: (days) => `Aparece cuando la estación ha visto aquí dos días enteros (${days} hasta ahora).`,
  },
  whatItSaid: {
    title: '¿Qué dijo?',
    at: (when) => `dicho el ${when}`,
    dayBack: '− 1 día',
    hourBack: '− 1 h',
    hourOn: '+ 1 h',
    dayOn: '+ 1 día',
    legend:
      'A trazos, con su banda, lo que se esperaba entonces; continua, lo que vino. Se guarda treinta días: medio megabyte.',
    empty: 'De esa hora no se guarda nada. Los pronósticos se guardan treinta días, uno por hora.',
    nothingYet: 'Aún no se dijo nada. Desde la primera hora en punto se guarda un pronóstico por hora, treinta días.',
  },
  skill: {
    title: '¿Ha mejorado?',
    by: 'Con qué detalle',
    day: 'Días',
    month: 'Meses',
    skill: 'Mejor que «nada cambia», por encima de la línea',
    coverage: 'Parte de los valores dentro de la banda, lo prometido en la línea',
    empty: 'Aparece cuando un día tiene bastantes pronósticos vencidos.',
  },
};
