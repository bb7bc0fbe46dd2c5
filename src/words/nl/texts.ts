import type { Text } from '../texts.ts';

export const texts: Record<Text, string> = {
  'station not started': 'Het station is nog niet gestart',
  'the station is stopping': 'Het station wordt gestopt',
  'no live reading yet': 'Er is nog geen meting',
  'no CPU temperature': 'Er is geen CPU-temperatuur',
  'the CPU is not warmer than the sensor: k cannot be learned now':
    'De CPU is niet warmer dan de sensor: k is nu niet te leren',
  'there is no reference to undo': 'Er is geen referentie om in te trekken',
  'provide reference_c, or reset=true': 'Nodig is reference_c, of reset=true',
  'provide reference_pct, or reset=true': 'Nodig is reference_pct, of reset=true',
  'provide start and end, or hours': 'Nodig zijn start en end, of hours',
  'range limited to one year': 'Het tijdvak is hoogstens een jaar',
  'end must be after start': 'Het einde moet na het begin liggen',
  "unknown target '{1}'": 'Onbekende grootheid “{1}”',
  'unknown label {1}': 'Onbekende waarneming {1}',
  'ts must not be more than {1} s in the future': 'ts mag hoogstens {1} s in de toekomst liggen',
  'the display is switched off': 'De LED-matrix staat uit',
  'train is already running': 'De training loopt al',
  'recompute is already running': 'De herberekening loopt al',
  'backup is already running': 'De back-up loopt al',
  '{1} is already running': '{1} loopt al',
  '{1} cannot start: the station is stopping': '{1} kan niet beginnen: het station wordt gestopt',
  '{1} cannot start: the database cannot be used just now': '{1} kan niet beginnen: de database is even niet bruikbaar',
  '{1} was stopped with the station': '{1} is samen met het station gestopt',
  'recompute was stopped with the station; it goes on at the next start':
    'De herberekening is samen met het station gestopt; ze gaat bij de volgende start verder',
  'Something else is being written just now, so nothing was changed: try again.':
    'Er wordt net iets anders geschreven, dus is er niets veranderd: probeer het opnieuw.',
  'The database has just proved damaged and is being rebuilt, so nothing was changed: try again.':
    'De database blijkt beschadigd en wordt herbouwd, dus is er niets veranderd: probeer het opnieuw.',
  'The database has just proved damaged and is being rebuilt: ask again in a minute.':
    'De database blijkt beschadigd en wordt herbouwd: vraag het over een minuut opnieuw.',
  'The disk takes nothing now ({1}), so nothing was changed: try again later.':
    'De schijf neemt nu niets aan ({1}), dus is er niets veranderd: probeer het later opnieuw.',
  'The disk takes nothing now ({1}): try again later.':
    'De schijf neemt nu niets aan ({1}): probeer het later opnieuw.',
  'The disk neither gives nor takes anything now: ask again later.':
    'De schijf geeft en neemt nu niets: vraag het later opnieuw.',
  'this station asks for its PIN in the header {1}': 'Dit station vraagt zijn PIN (header {1})',
  'wrong PIN': 'Verkeerde PIN',
  'too many wrong PINs, try again in {1} s': 'Te veel verkeerde PIN’s, probeer het over {1} s opnieuw',
  'changes are taken from this machine only': 'Wijzigen kan alleen op dit apparaat zelf',
  'requests from pages of another origin cannot change anything here':
    'Pagina’s van andere herkomst kunnen hier niets veranderen',
  'too much was asked for in a short time, try again in {1} s':
    'Te veel vragen in korte tijd, probeer het over {1} s opnieuw',
  'too many exports in a short time, try again in {1} s':
    'Te veel exports in korte tijd, probeer het over {1} s opnieuw',
  'too many changes in a short time, try again in {1} s':
    'Te veel wijzigingen in korte tijd, probeer het over {1} s opnieuw',
  'too many exports at once': 'Te veel exports tegelijk',
  'too many answers are on their way: take them first': 'Te veel antwoorden zijn onderweg: haal die eerst op',
  'too many bodies are on their way': 'Te veel vragen zijn onderweg',
  'this Idempotency-Key came with another request before': 'Deze Idempotency-Key kwam al met een andere vraag',
  'as many streams as one address may hold are open': 'Van dit adres staan al zoveel stromen open als mag',
  'as many streams as allowed are open': 'Er staan al zoveel stromen open als mag',
  'this program keeps no settings file': 'Dit programma heeft geen instellingenbestand',
  'the settings were changed meanwhile; read them again, and then change them':
    'De instellingen zijn intussen gewijzigd; laad ze opnieuw en wijzig ze dan',
  'The settings file {1} cannot be written by this station; change it where its owner can.':
    'Dit station kan het instellingenbestand {1} niet schrijven; wijzig het waar de eigenaar dat kan.',
  'The settings file could not be written: {1}': 'Het instellingenbestand was niet te schrijven: {1}',
  'The settings file cannot be read: {1}': 'Het instellingenbestand is niet te lezen: {1}',
  'The settings file {1} cannot be used as it is; "weatherglass doctor" says what is wrong with it.':
    'Het instellingenbestand {1} is zo niet bruikbaar; “weatherglass doctor” zegt wat eraan mankeert.',
  'unknown note {1}': 'Onbekende notitie {1}',
  'there is no connection of that name': 'Er is geen verbinding met die naam',
  'the weather is simulated, so nothing is sent (connections.allow_simulated)':
    'Het weer is gesimuleerd, dus er wordt niets verstuurd (connections.allow_simulated)',
  'nothing has been measured yet that could be sent': 'Er is nog niets gemeten dat verstuurd kan worden',
  'what was measured last lacks what {1} needs': 'De laatste meting mist wat {1} nodig heeft',
  'the disk takes no note of what is sent': 'De schijf noteert niet wat er verstuurd wordt',
  '{1} has no {2}: nothing can be sent': '{1} heeft geen {2}: er kan niets verstuurd worden',
  '{1} is switched off': '{1} is uitgeschakeld',
  '{1} can be changed at the station itself, or with its PIN once it asks for one':
    '{1} is te wijzigen op het station zelf, of met zijn PIN zodra het die vraagt',
  'too many {1} in a short time, try again in {2} s': 'Te veel in korte tijd ({1}), probeer het over {2} s opnieuw',
  '{1} must be a PIN of 4 to 12 digits, or null for none':
    '{1}: moet een PIN van 4 tot 12 cijfers zijn, of null voor geen',
  '{1} must be a line with letters in it': '{1}: moet een regel met letters zijn',
  '{1} must be a zone name such as Europe/Copenhagen': '{1}: moet een zonenaam zijn, zoals Europe/Copenhagen',
  '{1} must be a time such as 03:30': '{1}: moet een tijd zijn, zoals 03:30',
  '{1} must be auto, simulator, sense-hat or replay:FILE':
    '{1}: moet auto, simulator, sense-hat of replay:BESTAND zijn',
  '{1} must be at most {2} characters long': '{1}: hoogstens {2} tekens',
  '{1} must be at most {2} entries': '{1}: hoogstens {2} regels',
  '{1} must be at least {2}': '{1}: minstens {2}',
  '{1} must be at most {2}': '{1}: hoogstens {2}',
  '{1} must be greater than {2}': '{1}: moet groter zijn dan {2}',
  '{1} must be less than {2}': '{1}: moet kleiner zijn dan {2}',
  '{1} must be one of {2}': '{1}: moet een van deze zijn: {2}',
  '{1} must be a whole number': '{1}: moet een geheel getal zijn',
  '{1} must be a finite number': '{1}: moet een eindig getal zijn',
  '{1} must be a number': '{1}: moet een getal zijn',
  '{1} must be true or false': '{1}: moet true of false zijn',
  '{1} must be text': '{1}: moet tekst zijn',
  '{1} is required': '{1} ontbreekt',
  '{1} is not a setting': '{1} is geen instelling',
  'this program tells nothing of itself': 'Dit programma vertelt niets over zichzelf',
  'The disk takes no copy now ({1}): make room, or try again later.':
    'De schijf neemt nu geen kopie aan ({1}): maak ruimte, of probeer het later opnieuw.',
  'the dashboard has not been built: run "npm run build"': 'De pagina is niet gebouwd: voer “npm run build” uit',
  'Not Found': 'Hier is niets',
  stopped: 'gestopt',
  'a training needs {1} hours of readings, and there are {2} minutes so far':
    'een training vraagt {1} u aan metingen, en tot nu toe zijn er {2} min',
  'a training needs {1} hours of readings, and there are {2} hours so far':
    'een training vraagt {1} u aan metingen, en tot nu toe zijn er {2} u',
  'A single point sensor cannot observe approaching systems, so days 2 to 7 are a climatological outlook and not a forecast.':
    'Eén sensor op één plek ziet geen naderende weersystemen; dag 2 tot 7 zijn daarom een klimatologische vooruitblik en geen verwachting.',
};
