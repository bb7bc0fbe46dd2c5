import type { Text } from '../texts.ts';

export const texts: Record<Text, string> = {
  'station not started': 'La station n’a pas encore démarré',
  'the station is stopping': 'La station s’arrête',
  'no live reading yet': 'Aucune mesure pour l’instant',
  'no CPU temperature': 'Pas de température du CPU',
  'the CPU is not warmer than the sensor: k cannot be learned now':
    'Le CPU n’est pas plus chaud que le capteur : k ne peut être appris maintenant',
  'there is no reference to undo': 'Il n’y a aucune référence à annuler',
  'provide reference_c, or reset=true': 'Indiquer reference_c, ou reset=true',
  'provide reference_pct, or reset=true': 'Indiquer reference_pct, ou reset=true',
  'provide start and end, or hours': 'Indiquer start et end, ou hours',
  'range limited to one year': 'La période est limitée à un an',
  'end must be after start': 'La fin doit être après le début',
  "unknown target '{1}'": 'Grandeur inconnue : « {1} »',
  'unknown label {1}': 'Observation inconnue : {1}',
  'ts must not be more than {1} s in the future': 'ts doit être au plus {1} s dans le futur',
  'the display is switched off': 'L’affichage LED est arrêté',
  'train is already running': 'L’entraînement est déjà en cours',
  'recompute is already running': 'Le recalcul est déjà en cours',
  'backup is already running': 'La sauvegarde est déjà en cours',
  '{1} is already running': '{1} : déjà en cours',
  '{1} cannot start: the station is stopping': '{1} ne peut commencer : la station s’arrête',
  '{1} cannot start: the database cannot be used just now':
    '{1} ne peut commencer : la base de données est inutilisable pour l’instant',
  '{1} was stopped with the station': '{1} a été interrompu avec la station',
  'recompute was stopped with the station; it goes on at the next start':
    'Le recalcul a été interrompu avec la station ; il reprendra au prochain démarrage',
  'Something else is being written just now, so nothing was changed: try again.':
    'Autre chose s’écrit en ce moment, rien n’a donc été changé : essayer encore.',
  'The database has just proved damaged and is being rebuilt, so nothing was changed: try again.':
    'La base de données s’avère endommagée et se reconstruit, rien n’a donc été changé : essayer encore.',
  'The database has just proved damaged and is being rebuilt: ask again in a minute.':
    'La base de données s’avère endommagée et se reconstruit : redemander dans une minute.',
  'The disk takes nothing now ({1}), so nothing was changed: try again later.':
    'Le disque n’accepte rien en ce moment ({1}), rien n’a donc été changé : essayer plus tard.',
  'The disk takes nothing now ({1}): try again later.':
    'Le disque n’accepte rien en ce moment ({1}) : essayer plus tard.',
  'The disk neither gives nor takes anything now: ask again later.':
    'Le disque ne donne ni n’accepte rien en ce moment : redemander plus tard.',
  'this station asks for its PIN in the header {1}': 'Cette station demande son PIN (en-tête {1})',
  'wrong PIN': 'PIN incorrect',
  'too many wrong PINs, try again in {1} s': 'Trop de PIN incorrects, essayer encore dans {1} s',
  'changes are taken from this machine only': 'Les changements ne sont acceptés que sur cette machine',
  'requests from pages of another origin cannot change anything here':
    'Les pages d’une autre origine ne peuvent rien changer ici',
  'too much was asked for in a short time, try again in {1} s':
    'Trop de demandes en peu de temps, essayer encore dans {1} s',
  'too many exports in a short time, try again in {1} s': 'Trop d’exports en peu de temps, essayer encore dans {1} s',
  'too many changes in a short time, try again in {1} s':
    'Trop de changements en peu de temps, essayer encore dans {1} s',
  'too many exports at once': 'Trop d’exports à la fois',
  'too many answers are on their way: take them first': 'Trop de réponses sont en route : les recevoir d’abord',
  'too many bodies are on their way': 'Trop d’envois sont en route',
  'this Idempotency-Key came with another request before':
    'Cette Idempotency-Key est déjà venue avec une autre demande',
  'as many streams as one address may hold are open': 'Cette adresse a déjà ouvert autant de flux que permis',
  'as many streams as allowed are open': 'Il y a déjà autant de flux ouverts que permis',
  'this program keeps no settings file': 'Ce programme n’a pas de fichier de réglages',
  'the settings were changed meanwhile; read them again, and then change them':
    'Les réglages ont changé entre-temps ; les relire, puis les changer',
  'The settings file {1} cannot be written by this station; change it where its owner can.':
    'Cette station ne peut écrire le fichier de réglages {1} ; le modifier là où son propriétaire le peut.',
  'The settings file could not be written: {1}': 'Le fichier de réglages n’a pu être écrit : {1}',
  'The settings file cannot be read: {1}': 'Le fichier de réglages ne peut être lu : {1}',
  'The settings file {1} cannot be used as it is; "weatherglass doctor" says what is wrong with it.':
    'Le fichier de réglages {1} est inutilisable en l’état ; « weatherglass doctor » dit ce qui ne va pas.',
  'unknown note {1}': 'Note inconnue : {1}',
  'there is no connection of that name': 'Il n’y a pas de connexion de ce nom',
  'the weather is simulated, so nothing is sent (connections.allow_simulated)':
    'La météo est simulée, donc rien n’est envoyé (connections.allow_simulated)',
  'nothing has been measured yet that could be sent': 'Rien n’a encore été mesuré qui puisse être envoyé',
  'what was measured last lacks what {1} needs': 'Il manque à la dernière mesure ce dont {1} a besoin',
  'the disk takes no note of what is sent': 'Le disque ne note pas ce qui est envoyé',
  '{1} has no {2}: nothing can be sent': '{1} n’a pas de {2} : rien ne peut être envoyé',
  '{1} is switched off': '{1} est désactivé',
  '{1} can be changed at the station itself, or with its PIN once it asks for one':
    '{1} se change à la station même, ou avec son PIN dès qu’elle en demande un',
  'too many {1} in a short time, try again in {2} s':
    'Trop de demandes en peu de temps ({1}), essayer encore dans {2} s',
  '{1} must be a PIN of 4 to 12 digits, or null for none':
    '{1} : doit être un PIN de 4 à 12 chiffres, ou null pour aucun',
  '{1} must be a line with letters in it': '{1} : doit être une ligne contenant des lettres',
  '{1} must be a zone name such as Europe/Copenhagen': '{1} : doit être un nom de fuseau, comme Europe/Copenhagen',
  '{1} must be a time such as 03:30': '{1} : doit être une heure, comme 03:30',
  '{1} must be auto, simulator, sense-hat or replay:FILE':
    '{1} : doit être auto, simulator, sense-hat ou replay:FICHIER',
  '{1} must be at most {2} characters long': '{1} : au plus {2} caractères',
  '{1} must be at most {2} entries': '{1} : au plus {2} entrées',
  '{1} must be at least {2}': '{1} : au moins {2}',
  '{1} must be at most {2}': '{1} : au plus {2}',
  '{1} must be greater than {2}': '{1} : doit être supérieur à {2}',
  '{1} must be less than {2}': '{1} : doit être inférieur à {2}',
  '{1} must be one of {2}': '{1} : doit être l’un de {2}',
  '{1} must be a whole number': '{1} : doit être un nombre entier',
  '{1} must be a finite number': '{1} : doit être un nombre fini',
  '{1} must be a number': '{1} : doit être un nombre',
  '{1} must be true or false': '{1} : doit être true ou false',
  '{1} must be text': '{1} : doit être du texte',
  '{1} is required': '{1} est requis',
  '{1} is not a setting': '{1} n’est pas un réglage',
  'this program tells nothing of itself': 'Ce programme ne dit rien de lui-même',
  'The disk takes no copy now ({1}): make room, or try again later.':
    'Le disque n’accepte pas de copie en ce moment ({1}) : faire de la place, ou essayer plus tard.',
  'the dashboard has not been built: run "npm run build"': 'La page n’a pas été construite : lancer « npm run build »',
  'Not Found': 'Il n’y a rien ici',
  stopped: 'arrêté',
  'a training needs {1} hours of readings, and there are {2} minutes so far':
    'Un entraînement demande {1} h de mesures, et il y en a {2} min jusqu’ici',
  'a training needs {1} hours of readings, and there are {2} hours so far':
    'Un entraînement demande {1} h de mesures, et il y en a {2} h jusqu’ici',
  'A single point sensor cannot observe approaching systems, so days 2 to 7 are a climatological outlook and not a forecast.':
    'Un capteur en un seul point ne voit pas venir le temps ; les jours 2 à 7 sont donc un aperçu climatologique, pas une prévision.',
};
