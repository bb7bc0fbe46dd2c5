import type { Words } from '../words.ts';

export const forecast: Words['forecast'] = {
  forecast: {
    intro:
      'Linia ciągła to zmierzone, przerywana to oczekiwane; pasmo powinno się sprawdzać dziewięć razy na dziesięć, a jego ciemniejszy środek co drugi raz. Kropkami to, co zapowiadano dzień wcześniej, obok tego, co przyszło.',
    introYoung:
      'Linia ciągła to zmierzone, przerywana to pierwszy szacunek: zbyt mało prognoz dojrzało, by znać szerokość pasma.',
    chartLabel: (target) => `${target}: minione godziny i prognoza na 24 godziny z pasmem`,
    at: 'O',
    value: 'Oczekiwane',
    band: 'Pasmo 90 %',
    guess: 'Pasmo ze znakiem zapytania to pierwszy szacunek: zbyt mało prognoz dojrzało, by znać jego szerokość.',
    issued: (clock) => `wydana o ${clock}`,
    score: 'Jak dobra była',
    scoreEmpty: 'Jeszcze nic nie oceniono. Prognozę ocenia się, gdy nadejdzie jej godzina.',
    forecasts: 'Ocenione',
    error: 'Średni błąd',
    exactly: 'Jak się to liczy',
    scoreWhy: 'Więcej niż 0 % pogrubione: lepiej niż mówić, że nic się nie zmieni. Mniej: stacja powinna była milczeć.',
    bias: 'Odchylenie',
    width: 'Szerokość',
    crps: 'CRPS',
    againstPersistence: 'wobec „bez zmian”',
    againstClimatology: 'wobec zwykłego',
    days: (n) => `ostatnie dni: ${n}`,
    reliability: 'Czy pasmo dotrzymuje słowa?',
    reliabilityWhy: 'Każdy punkt to część wyników wewnątrz pasma. Na linii pasmo ma właściwą szerokość.',
    reliabilityLabel: 'Część wyników wewnątrz pasma dla każdego terminu',
    promised: (percent) => `obiecano ${percent}`,
    reliabilityEmpty: 'Pokaże się, gdy dojrzeje dość prognoz.',
    outlook: 'Dni 2–7',
    outlookKind: 'klimatologia, nie prognoza',
    outlookLabel: (target) => `${target}: co tu zwykłe w dniach od 2 do 7`,
    outlookEmpty: (days) => `Pokaże się, gdy stacja zobaczy tu dwa całe dni (dotąd ${days}).`,
  },
  whatItSaid: {
    title: 'Co mówiła?',
    at: (when) => `powiedziane ${when}`,
    dayBack: '− 1 dzień',
    hourBack: '− 1 h',
    hourOn: '+ 1 h',
    dayOn: '+ 1 dzień',
    legend:
      'Linią przerywaną, z pasmem, to, czego wtedy oczekiwano; ciągłą to, co przyszło. Przechowywane trzydzieści dni: pół megabajta.',
    empty: 'Z tej godziny nic nie zachowano. Prognozy przechowuje się trzydzieści dni, jedną na godzinę.',
    nothingYet:
      'Jeszcze nic nie powiedziano. Od pierwszej pełnej godziny zachowuje się jedną prognozę na godzinę przez trzydzieści dni.',
  },
  skill: {
    title: 'Czy jest lepsza?',
    by: 'Jak dokładnie',
    day: 'Dni',
    month: 'Miesiące',
    skill: 'Lepiej niż „bez zmian”, nad linią',
    coverage: 'Część wyników wewnątrz pasma, obietnica na linii',
    empty: 'Pokaże się, gdy dzień ma dość dojrzałych prognoz.',
  },
};
