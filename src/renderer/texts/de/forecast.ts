import type { Words } from '../words.ts';

export const forecast: Words['forecast'] = {
  forecast: {
    intro:
      'Durchgezogen ist gemessen, gestrichelt erwartet; das Band soll neun von zehn Malen halten, seine dunklere Mitte jedes zweite Mal. Gepunktet steht, was vor einem Tag gesagt wurde, neben dem, was kam.',
    introYoung:
      'Durchgezogen ist gemessen, gestrichelt eine erste Schätzung: noch sind zu wenige Vorhersagen fällig geworden, um zu wissen, wie breit das Band sein muss.',
    chartLabel: (target) =>
      `${target}: die letzten Stunden und die Vorhersage für die nächsten 24 Stunden mit ihrem Band`,
    at: 'Um',
    value: 'Erwartet',
    band: 'Band 90 %',
    guess:
      'Ein Band mit Fragezeichen ist eine erste Schätzung: zu wenige Vorhersagen sind fällig geworden, um seine Breite zu kennen.',
    issued: (clock) => `Stand ${clock}`,
    score: 'Wie gut sie war',
    scoreEmpty: 'Noch nichts bewertet. Eine Vorhersage wird beurteilt, wenn ihre Stunde gekommen ist.',
    forecasts: 'Bewertet',
    error: 'Mittlerer Fehler',
    exactly: 'Wie gezählt wird',
    scoreWhy:
      'Mehr als 0 % in fett: besser als die Ansage, dass nichts sich ändert. Weniger: die Station hätte schweigen sollen.',
    bias: 'Systematischer Fehler',
    width: 'Bandbreite',
    crps: 'CRPS',
    againstPersistence: 'gegen „bleibt so“',
    againstClimatology: 'gegen üblich',
    days: (n) => `letzte ${n} Tage`,
    reliability: 'Hält das Band sein Wort?',
    reliabilityWhy:
      'Jeder Punkt ist der Anteil der Ergebnisse im Band. Auf der Linie ist das Band so breit, wie es sein soll.',
    reliabilityLabel: 'Anteil der Ergebnisse im Band, für jede Frist',
    promised: (percent) => `versprochen ${percent}`,
    reliabilityEmpty: 'Erscheint, wenn genug Vorhersagen fällig geworden sind.',
    outlook: 'Tag 2–7',
    outlookKind: 'Klimatologie, keine Vorhersage',
    outlookLabel: (target) => `${target}: was hier für Tag 2 bis 7 üblich ist`,
    outlookEmpty: (days) => `Erscheint, wenn die Station hier zwei ganze Tage gesehen hat (bisher ${days}).`,
  },
  whatItSaid: {
    title: 'Was hat sie gesagt?',
    at: (when) => `gesagt am ${when}`,
    dayBack: '− 1 Tag',
    hourBack: '− 1 h',
    hourOn: '+ 1 h',
    dayOn: '+ 1 Tag',
    legend:
      'Gestrichelt mit Band, was damals erwartet wurde; durchgezogen, was kam. Dreißig Tage aufgehoben: ein halbes Megabyte.',
    empty: 'Aus dieser Stunde ist nichts aufgehoben. Vorhersagen bleiben dreißig Tage, eine je Stunde.',
    nothingYet:
      'Noch wurde nichts gesagt. Ab der ersten vollen Stunde wird je Stunde eine Vorhersage dreißig Tage aufgehoben.',
  },
  skill: {
    title: 'Ist sie besser geworden?',
    by: 'Wie fein',
    day: 'Tage',
    month: 'Monate',
    skill: 'Über der Linie: besser als „bleibt so“',
    coverage: 'Anteil der Ergebnisse im Band; auf der Linie versprochen',
    empty: 'Erscheint, wenn an einem Tag genug Vorhersagen fällig geworden sind.',
  },
};
