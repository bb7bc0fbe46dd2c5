import type { Text } from '../texts.ts';

export const texts: Record<Text, string> = {
  'station not started': 'Die Station ist noch nicht gestartet',
  'the station is stopping': 'Die Station wird gerade beendet',
  'no live reading yet': 'Es gibt noch keinen Messwert',
  'no CPU temperature': 'Es gibt keine CPU-Temperatur',
  'the CPU is not warmer than the sensor: k cannot be learned now':
    'Die CPU ist nicht wärmer als der Sensor: k lässt sich jetzt nicht lernen',
  'there is no reference to undo': 'Es gibt keinen Vergleichswert, der sich zurücknehmen ließe',
  'provide reference_c, or reset=true': 'Bitte reference_c angeben, oder reset=true',
  'provide reference_pct, or reset=true': 'Bitte reference_pct angeben, oder reset=true',
  'provide start and end, or hours': 'Bitte start und end angeben, oder hours',
  'range limited to one year': 'Der Zeitraum ist auf ein Jahr begrenzt',
  'end must be after start': 'Das Ende muss nach dem Anfang liegen',
  "unknown target '{1}'": 'Unbekannte Messgröße „{1}“',
  'unknown label {1}': 'Unbekannte Beobachtung {1}',
  'ts must not be more than {1} s in the future': 'ts darf höchstens {1} s in der Zukunft liegen',
  'the display is switched off': 'Die Anzeige ist ausgeschaltet',
  'train is already running': 'Das Training läuft schon',
  'recompute is already running': 'Die Neuberechnung läuft schon',
  'backup is already running': 'Die Sicherung läuft schon',
  '{1} is already running': '{1} läuft schon',
  '{1} cannot start: the station is stopping': '{1} kann nicht beginnen: Die Station wird gerade beendet',
  '{1} cannot start: the database cannot be used just now':
    '{1} kann nicht beginnen: Die Datenbank ist gerade nicht nutzbar',
  '{1} was stopped with the station': '{1} endete mit der Station',
  'recompute was stopped with the station; it goes on at the next start':
    'Die Neuberechnung endete mit der Station; sie geht beim nächsten Start weiter',
  'Something else is being written just now, so nothing was changed: try again.':
    'Gerade wird etwas anderes geschrieben, darum wurde nichts geändert: bitte noch einmal versuchen.',
  'The database has just proved damaged and is being rebuilt, so nothing was changed: try again.':
    'Die Datenbank ist beschädigt und wird neu aufgebaut, darum wurde nichts geändert: bitte noch einmal versuchen.',
  'The database has just proved damaged and is being rebuilt: ask again in a minute.':
    'Die Datenbank ist beschädigt und wird neu aufgebaut: bitte in einer Minute noch einmal fragen.',
  'The disk takes nothing now ({1}), so nothing was changed: try again later.':
    'Der Speicher nimmt gerade nichts an ({1}), darum wurde nichts geändert: bitte später noch einmal versuchen.',
  'The disk takes nothing now ({1}): try again later.':
    'Der Speicher nimmt gerade nichts an ({1}): bitte später noch einmal versuchen.',
  'The disk neither gives nor takes anything now: ask again later.':
    'Der Speicher gibt und nimmt gerade nichts: bitte später noch einmal fragen.',
  'this station asks for its PIN in the header {1}': 'Diese Station verlangt ihre PIN (Kopfzeile {1})',
  'wrong PIN': 'Falsche PIN',
  'too many wrong PINs, try again in {1} s': 'Zu viele falsche PINs, bitte in {1} s noch einmal versuchen',
  'changes are taken from this machine only': 'Änderungen sind nur an diesem Gerät selbst möglich',
  'requests from pages of another origin cannot change anything here':
    'Seiten anderer Herkunft können hier nichts ändern',
  'too much was asked for in a short time, try again in {1} s':
    'Zu viele Anfragen in kurzer Zeit, bitte in {1} s noch einmal versuchen',
  'too many exports in a short time, try again in {1} s':
    'Zu viele Exporte in kurzer Zeit, bitte in {1} s noch einmal versuchen',
  'too many changes in a short time, try again in {1} s':
    'Zu viele Änderungen in kurzer Zeit, bitte in {1} s noch einmal versuchen',
  'too many exports at once': 'Zu viele Exporte auf einmal',
  'too many answers are on their way: take them first': 'Zu viele Antworten sind unterwegs: bitte erst diese abholen',
  'too many bodies are on their way': 'Zu viele Anfragen sind unterwegs',
  'this Idempotency-Key came with another request before': 'Dieser Idempotency-Key kam schon mit einer anderen Anfrage',
  'as many streams as one address may hold are open':
    'Von dieser Adresse sind schon so viele Verbindungen offen wie erlaubt',
  'as many streams as allowed are open': 'Es sind schon so viele Verbindungen offen wie erlaubt',
  'this program keeps no settings file': 'Dieses Programm führt keine Einstellungsdatei',
  'the settings were changed meanwhile; read them again, and then change them':
    'Die Einstellungen wurden inzwischen geändert; bitte neu laden und dann ändern',
  'The settings file {1} cannot be written by this station; change it where its owner can.':
    'Die Einstellungsdatei {1} kann diese Station nicht schreiben; bitte dort ändern, wo ihr Besitzer es kann.',
  'The settings file could not be written: {1}': 'Die Einstellungsdatei ließ sich nicht schreiben: {1}',
  'The settings file cannot be read: {1}': 'Die Einstellungsdatei lässt sich nicht lesen: {1}',
  'The settings file {1} cannot be used as it is; "weatherglass doctor" says what is wrong with it.':
    'Die Einstellungsdatei {1} ist so nicht nutzbar; „weatherglass doctor“ sagt, was ihr fehlt.',
  'unknown note {1}': 'Unbekannte Notiz {1}',
  'there is no connection of that name': 'Eine Verbindung dieses Namens gibt es nicht',
  'the weather is simulated, so nothing is sent (connections.allow_simulated)':
    'Das Wetter ist simuliert, also wird nichts gesendet (connections.allow_simulated)',
  'nothing has been measured yet that could be sent': 'Noch ist nichts gemessen, was sich senden ließe',
  'what was measured last lacks what {1} needs': 'Der letzten Messung fehlt, was {1} braucht',
  'the disk takes no note of what is sent': 'Der Datenträger hält nicht fest, was gesendet wird',
  '{1} has no {2}: nothing can be sent': '{1} hat kein {2}: Es lässt sich nichts senden',
  '{1} is switched off': '{1} ist ausgeschaltet',
  '{1} can be changed at the station itself, or with its PIN once it asks for one':
    '{1} lässt sich nur an der Station selbst ändern, oder mit ihrer PIN, sobald sie eine verlangt',
  'too many {1} in a short time, try again in {2} s':
    'Zu viele Anfragen in kurzer Zeit ({1}), bitte in {2} s noch einmal versuchen',
  '{1} must be a PIN of 4 to 12 digits, or null for none':
    '{1}: muss eine PIN aus 4 bis 12 Ziffern sein, oder null für keine',
  '{1} must be a line with letters in it': '{1}: muss eine Zeile mit Buchstaben sein',
  '{1} must be a zone name such as Europe/Copenhagen': '{1}: muss ein Zonenname sein, etwa Europe/Copenhagen',
  '{1} must be a time such as 03:30': '{1}: muss eine Uhrzeit sein, etwa 03:30',
  '{1} must be auto, simulator, sense-hat or replay:FILE':
    '{1}: muss auto, simulator, sense-hat oder replay:DATEI sein',
  '{1} must be at most {2} characters long': '{1}: höchstens {2} Zeichen',
  '{1} must be at most {2} entries': '{1}: höchstens {2} Einträge',
  '{1} must be at least {2}': '{1}: mindestens {2}',
  '{1} must be at most {2}': '{1}: höchstens {2}',
  '{1} must be greater than {2}': '{1}: muss größer als {2} sein',
  '{1} must be less than {2}': '{1}: muss kleiner als {2} sein',
  '{1} must be one of {2}': '{1}: muss eines von diesen sein: {2}',
  '{1} must be a whole number': '{1}: muss eine ganze Zahl sein',
  '{1} must be a finite number': '{1}: muss eine Zahl sein',
  '{1} must be a number': '{1}: muss eine Zahl sein',
  '{1} must be true or false': '{1}: muss true oder false sein',
  '{1} must be text': '{1}: muss Text sein',
  '{1} is required': '{1} fehlt',
  '{1} is not a setting': '{1} ist keine Einstellung',
  'this program tells nothing of itself': 'Dieses Programm gibt über sich keine Auskunft',
  'The disk takes no copy now ({1}): make room, or try again later.':
    'Der Speicher nimmt gerade keine Kopie an ({1}): bitte Platz schaffen oder es später noch einmal versuchen.',
  'the dashboard has not been built: run "npm run build"':
    'Die Seite ist nicht gebaut: bitte „npm run build“ ausführen',
  'Not Found': 'Hier gibt es nichts',
  stopped: 'beendet',
  'a training needs {1} hours of readings, and there are {2} minutes so far':
    'Ein Training braucht Messwerte aus {1} h, bisher sind es {2} min',
  'a training needs {1} hours of readings, and there are {2} hours so far':
    'Ein Training braucht Messwerte aus {1} h, bisher sind es {2} h',
  'A single point sensor cannot observe approaching systems, so days 2 to 7 are a climatological outlook and not a forecast.':
    'Ein einzelner Sensor sieht kein Wetter heranziehen; Tag 2 bis 7 sind darum ein klimatologischer Ausblick, keine Vorhersage.',
};
