import type { Text } from '../texts.ts';

export const texts: Record<Text, string> = {
  'station not started': 'Stationen er ikke startet endnu',
  'the station is stopping': 'Stationen er ved at stoppe',
  'no live reading yet': 'Der er ingen måling endnu',
  'no CPU temperature': 'Der er ingen CPU-temperatur',
  'the CPU is not warmer than the sensor: k cannot be learned now':
    'CPU’en er ikke varmere end sensoren: k kan ikke læres nu',
  'there is no reference to undo': 'Der er ingen reference at fortryde',
  'provide reference_c, or reset=true': 'Angiv reference_c eller reset=true',
  'provide reference_pct, or reset=true': 'Angiv reference_pct eller reset=true',
  'provide start and end, or hours': 'Angiv start og end eller hours',
  'range limited to one year': 'Tidsrummet er højst et år',
  'end must be after start': 'Slutningen skal ligge efter begyndelsen',
  "unknown target '{1}'": 'Ukendt størrelse »{1}«',
  'unknown label {1}': 'Ukendt iagttagelse {1}',
  'ts must not be more than {1} s in the future': 'ts må højst ligge {1} s ude i fremtiden',
  'the display is switched off': 'LED-matrixen er slået fra',
  'train is already running': 'Træningen er allerede i gang',
  'recompute is already running': 'Omregningen er allerede i gang',
  'backup is already running': 'Sikringen er allerede i gang',
  '{1} is already running': '{1} er allerede i gang',
  '{1} cannot start: the station is stopping': '{1} kan ikke begynde: stationen er ved at stoppe',
  '{1} cannot start: the database cannot be used just now': '{1} kan ikke begynde: databasen kan ikke bruges lige nu',
  '{1} was stopped with the station': '{1} blev stoppet sammen med stationen',
  'recompute was stopped with the station; it goes on at the next start':
    'Omregningen blev stoppet sammen med stationen; den fortsætter ved næste start',
  'Something else is being written just now, so nothing was changed: try again.':
    'Noget andet skrives lige nu, så intet blev ændret: prøv igen.',
  'The database has just proved damaged and is being rebuilt, so nothing was changed: try again.':
    'Databasen viser sig at være beskadiget og genopbygges, så intet blev ændret: prøv igen.',
  'The database has just proved damaged and is being rebuilt: ask again in a minute.':
    'Databasen viser sig at være beskadiget og genopbygges: spørg igen om et minut.',
  'The disk takes nothing now ({1}), so nothing was changed: try again later.':
    'Disken tager intet nu ({1}), så intet blev ændret: prøv igen senere.',
  'The disk takes nothing now ({1}): try again later.': 'Disken tager intet nu ({1}): prøv igen senere.',
  'The disk neither gives nor takes anything now: ask again later.':
    'Disken hverken giver eller tager noget nu: spørg igen senere.',
  'this station asks for its PIN in the header {1}': 'Denne station beder om sin PIN (header {1})',
  'wrong PIN': 'Forkert PIN',
  'too many wrong PINs, try again in {1} s': 'For mange forkerte PIN, prøv igen om {1} s',
  'changes are taken from this machine only': 'Der kan kun ændres på denne maskine selv',
  'requests from pages of another origin cannot change anything here': 'Sider af anden oprindelse kan intet ændre her',
  'too much was asked for in a short time, try again in {1} s':
    'For mange forespørgsler på kort tid, prøv igen om {1} s',
  'too many exports in a short time, try again in {1} s': 'For mange eksporter på kort tid, prøv igen om {1} s',
  'too many changes in a short time, try again in {1} s': 'For mange ændringer på kort tid, prøv igen om {1} s',
  'too many exports at once': 'For mange eksporter på én gang',
  'too many answers are on their way: take them first': 'For mange svar er på vej: hent dem først',
  'too many bodies are on their way': 'For mange forespørgsler er på vej',
  'this Idempotency-Key came with another request before':
    'Denne Idempotency-Key er før kommet med en anden forespørgsel',
  'as many streams as one address may hold are open':
    'Fra denne adresse er der allerede så mange strømme åbne, som må være',
  'as many streams as allowed are open': 'Der er allerede så mange strømme åbne, som må være',
  'this program keeps no settings file': 'Dette program har ingen indstillingsfil',
  'the settings were changed meanwhile; read them again, and then change them':
    'Indstillingerne blev ændret imens; hent dem igen, og ret dem så',
  'The settings file {1} cannot be written by this station; change it where its owner can.':
    'Denne station kan ikke skrive indstillingsfilen {1}; ret den, hvor dens ejer kan.',
  'The settings file could not be written: {1}': 'Indstillingsfilen kunne ikke skrives: {1}',
  'The settings file cannot be read: {1}': 'Indstillingsfilen kan ikke læses: {1}',
  'The settings file {1} cannot be used as it is; "weatherglass doctor" says what is wrong with it.':
    'Indstillingsfilen {1} kan ikke bruges, som den er; »weatherglass doctor« siger, hvad der er galt med den.',
  'unknown note {1}': 'Ukendt note {1}',
  'there is no connection of that name': 'Der er ingen forbindelse med det navn',
  'the weather is simulated, so nothing is sent (connections.allow_simulated)':
    'Vejret er simuleret, så intet sendes (connections.allow_simulated)',
  'nothing has been measured yet that could be sent': 'Der er endnu ikke målt noget, der kan sendes',
  'what was measured last lacks what {1} needs': 'Den seneste måling mangler det, {1} har brug for',
  'the disk takes no note of what is sent': 'Disken noterer ikke, hvad der sendes',
  '{1} has no {2}: nothing can be sent': '{1} har ingen {2}: intet kan sendes',
  '{1} is switched off': '{1} er slået fra',
  '{1} can be changed at the station itself, or with its PIN once it asks for one':
    '{1} kan ændres på selve stationen, eller med dens PIN, når den beder om en',
  'too many {1} in a short time, try again in {2} s': 'For meget på kort tid ({1}), prøv igen om {2} s',
  '{1} must be a PIN of 4 to 12 digits, or null for none':
    '{1}: skal være en PIN på 4 til 12 cifre, eller null for ingen',
  '{1} must be a line with letters in it': '{1}: skal være en linje med bogstaver i',
  '{1} must be a zone name such as Europe/Copenhagen': '{1}: skal være et zonenavn som Europe/Copenhagen',
  '{1} must be a time such as 03:30': '{1}: skal være et klokkeslæt som 03:30',
  '{1} must be auto, simulator, sense-hat or replay:FILE': '{1}: skal være auto, simulator, sense-hat eller replay:FIL',
  '{1} must be at most {2} characters long': '{1}: højst {2} tegn',
  '{1} must be at most {2} entries': '{1}: højst {2} linjer',
  '{1} must be at least {2}': '{1}: mindst {2}',
  '{1} must be at most {2}': '{1}: højst {2}',
  '{1} must be greater than {2}': '{1}: skal være større end {2}',
  '{1} must be less than {2}': '{1}: skal være mindre end {2}',
  '{1} must be one of {2}': '{1}: skal være en af disse: {2}',
  '{1} must be a whole number': '{1}: skal være et helt tal',
  '{1} must be a finite number': '{1}: skal være et endeligt tal',
  '{1} must be a number': '{1}: skal være et tal',
  '{1} must be true or false': '{1}: skal være true eller false',
  '{1} must be text': '{1}: skal være tekst',
  '{1} is required': '{1} mangler',
  '{1} is not a setting': '{1} er ikke en indstilling',
  'this program tells nothing of itself': 'Dette program fortæller intet om sig selv',
  'The disk takes no copy now ({1}): make room, or try again later.':
    'Disken tager ingen kopi nu ({1}): gør plads, eller prøv igen senere.',
  'the dashboard has not been built: run "npm run build"': 'Siden er ikke bygget: kør »npm run build«',
  'Not Found': 'Her er intet',
  stopped: 'stoppet',
  'a training needs {1} hours of readings, and there are {2} minutes so far':
    'en træning kræver {1} t med målinger, og indtil nu er der {2} min',
  'a training needs {1} hours of readings, and there are {2} hours so far':
    'en træning kræver {1} t med målinger, og indtil nu er der {2} t',
  'A single point sensor cannot observe approaching systems, so days 2 to 7 are a climatological outlook and not a forecast.':
    'En enkelt sensor på ét sted kan ikke se vejrsystemer nærme sig; dag 2 til 7 er derfor et klimatologisk udblik og ikke en prognose.',
};
