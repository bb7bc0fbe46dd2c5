import type { Words } from '../words.ts';

export const forecast: Words['forecast'] = {
  forecast: {
    intro:
      'Trait plein : ce qui a été mesuré ; tirets : ce qui est attendu ; la bande doit tenir neuf fois sur dix, son milieu plus foncé une fois sur deux. En points : ce qui était prévu la veille, à côté de ce qui s’est produit.',
    introYoung:
      'Trait plein : ce qui a été mesuré ; tirets : un premier essai. Trop peu de prévisions sont échues pour connaître la largeur de la bande.',
    chartLabel: (target) => `${target} : les heures passées et la prévision pour 24 heures avec sa bande`,
    at: 'À',
    value: 'Attendu',
    band: 'Bande 90 %',
    guess:
      'Une bande avec un point d’interrogation est un premier essai : trop peu de prévisions sont échues pour connaître sa largeur.',
    issued: (clock) => `émise à ${clock}`,
    score: 'Ce qu’elle valait',
    scoreEmpty: 'Rien n’est encore noté. Une prévision est jugée quand son heure est venue.',
    forecasts: 'Notées',
    error: 'Erreur moyenne',
    exactly: 'Comment c’est compté',
    scoreWhy:
      'Plus de 0 % en gras : mieux que dire que rien ne change. Moins : la station aurait mieux fait de se taire.',
    bias: 'Biais',
    width: 'Largeur',
    crps: 'CRPS',
    againstPersistence: 'contre « rien ne change »',
    againstClimatology: 'contre l’habituel',
    days: (n) => `${n} derniers jours`,
    reliability: 'La bande tient-elle parole ?',
    reliabilityWhy:
      'Chaque point est la part des valeurs venues dans la bande. Sur la ligne, la bande a la bonne largeur.',
    reliabilityLabel: 'Part des valeurs venues dans la bande, par échéance',
    promised: (percent) => `promis ${percent}`,
    reliabilityEmpty: 'Paraît dès qu’assez de prévisions sont échues.',
    outlook: 'Jours 2–7',
    outlookKind: 'climatologie, non prévision',
    outlookLabel: (target) => `${target} : l’habituel d’ici pour les jours 2 à 7`,
    outlookEmpty: (days) => `Paraît quand la station a vu deux jours entiers ici (${days} jusqu’à présent).`,
  },
  whatItSaid: {
    title: 'Qu’avait-elle dit ?',
    at: (when) => `dit le ${when}`,
    dayBack: '− 1 jour',
    hourBack: '− 1 h',
    hourOn: '+ 1 h',
    dayOn: '+ 1 jour',
    legend:
      'En tirets, avec sa bande, ce qui était attendu à ce moment ; trait plein, ce qui vint. Gardé trente jours : un demi-mégaoctet.',
    empty: 'Rien n’est gardé de cette heure. Les prévisions sont gardées trente jours, une par heure.',
    nothingYet:
      'Rien ne fut encore dit. Dès la première heure pleine, une prévision par heure est gardée trente jours.',
  },
  skill: {
    title: 'S’est-elle améliorée ?',
    by: 'Avec quelle finesse',
    day: 'Jours',
    month: 'Mois',
    skill: 'Mieux que « rien ne change », au-dessus de la ligne',
    coverage: 'Part des valeurs venues dans la bande, promise sur la ligne',
    empty: 'Paraît quand un jour a assez de prévisions échues.',
  },
};
