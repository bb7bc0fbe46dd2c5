import type { Text } from '../texts.ts';

export const texts: Record<Text, string> = {
  'station not started': 'La stazione non è ancora avviata',
  'the station is stopping': 'La stazione si sta fermando',
  'no live reading yet': 'Ancora nessuna misura',
  'no CPU temperature': 'Nessuna temperatura della CPU',
  'the CPU is not warmer than the sensor: k cannot be learned now':
    'La CPU non è più calda del sensore: ora k non si può imparare',
  'there is no reference to undo': 'Non c’è alcun riferimento da annullare',
  'provide reference_c, or reset=true': 'Indicare reference_c, oppure reset=true',
  'provide reference_pct, or reset=true': 'Indicare reference_pct, oppure reset=true',
  'provide start and end, or hours': 'Indicare start e end, oppure hours',
  'range limited to one year': 'Il periodo è limitato a un anno',
  'end must be after start': 'La fine deve venire dopo l’inizio',
  "unknown target '{1}'": 'Grandezza sconosciuta: «{1}»',
  'unknown label {1}': 'Osservazione sconosciuta: {1}',
  'ts must not be more than {1} s in the future': 'ts può essere al massimo {1} s nel futuro',
  'the display is switched off': 'La matrice LED è spenta',
  'train is already running': 'L’addestramento è già in corso',
  'recompute is already running': 'Il ricalcolo è già in corso',
  'backup is already running': 'La copia è già in corso',
  '{1} is already running': '{1}: già in corso',
  '{1} cannot start: the station is stopping': '{1} non può cominciare: la stazione si sta fermando',
  '{1} cannot start: the database cannot be used just now':
    '{1} non può cominciare: la base di dati non è utilizzabile ora',
  '{1} was stopped with the station': '{1}: interruzione con la stazione',
  'recompute was stopped with the station; it goes on at the next start':
    'Il ricalcolo si è interrotto con la stazione; riprende al prossimo avvio',
  'Something else is being written just now, so nothing was changed: try again.':
    'Ora si sta scrivendo altro, perciò nulla è cambiato: riprovare.',
  'The database has just proved damaged and is being rebuilt, so nothing was changed: try again.':
    'La base di dati risulta danneggiata e si sta ricostruendo, perciò nulla è cambiato: riprovare.',
  'The database has just proved damaged and is being rebuilt: ask again in a minute.':
    'La base di dati risulta danneggiata e si sta ricostruendo: chiedere di nuovo tra un minuto.',
  'The disk takes nothing now ({1}), so nothing was changed: try again later.':
    'Il disco ora non accetta nulla ({1}), perciò nulla è cambiato: riprovare più tardi.',
  'The disk takes nothing now ({1}): try again later.': 'Il disco ora non accetta nulla ({1}): riprovare più tardi.',
  'The disk neither gives nor takes anything now: ask again later.':
    'Il disco ora non dà né accetta nulla: chiedere di nuovo più tardi.',
  'this station asks for its PIN in the header {1}': 'Questa stazione chiede il suo PIN (intestazione {1})',
  'wrong PIN': 'PIN errato',
  'too many wrong PINs, try again in {1} s': 'Troppi PIN errati, riprovare tra {1} s',
  'changes are taken from this machine only': 'Le modifiche si accettano solo su questa stessa macchina',
  'requests from pages of another origin cannot change anything here':
    'Le pagine di un’altra origine non possono cambiare nulla qui',
  'too much was asked for in a short time, try again in {1} s': 'Troppe richieste in poco tempo, riprovare tra {1} s',
  'too many exports in a short time, try again in {1} s': 'Troppe esportazioni in poco tempo, riprovare tra {1} s',
  'too many changes in a short time, try again in {1} s': 'Troppe modifiche in poco tempo, riprovare tra {1} s',
  'too many exports at once': 'Troppe esportazioni insieme',
  'too many answers are on their way: take them first': 'Troppe risposte sono in viaggio: ricevere prima quelle',
  'too many bodies are on their way': 'Troppi invii sono in viaggio',
  'this Idempotency-Key came with another request before':
    'Questa Idempotency-Key è già arrivata con un’altra richiesta',
  'as many streams as one address may hold are open':
    'Questo indirizzo ha già aperto tanti flussi quanti sono permessi',
  'as many streams as allowed are open': 'Sono già aperti tanti flussi quanti sono permessi',
  'this program keeps no settings file': 'Questo programma non ha un file di impostazioni',
  'the settings were changed meanwhile; read them again, and then change them':
    'Le impostazioni sono cambiate nel frattempo; rileggerle, poi cambiarle',
  'The settings file {1} cannot be written by this station; change it where its owner can.':
    'Questa stazione non può scrivere il file di impostazioni {1}; cambiarlo dove può il suo proprietario.',
  'The settings file could not be written: {1}': 'Il file di impostazioni non si è potuto scrivere: {1}',
  'The settings file cannot be read: {1}': 'Il file di impostazioni non si può leggere: {1}',
  'The settings file {1} cannot be used as it is; "weatherglass doctor" says what is wrong with it.':
    'Il file di impostazioni {1} così non si può usare; «weatherglass doctor» dice che cosa non va.',
  'unknown note {1}': 'Nota sconosciuta: {1}',
  'there is no connection of that name': 'Non c’è alcuna connessione con questo nome',
  'the weather is simulated, so nothing is sent (connections.allow_simulated)':
    'Il tempo è simulato, quindi nulla viene inviato (connections.allow_simulated)',
  'nothing has been measured yet that could be sent': 'Non è ancora stato misurato nulla che si possa inviare',
  'what was measured last lacks what {1} needs': 'All’ultima misura manca ciò di cui {1} ha bisogno',
  'the disk takes no note of what is sent': 'Il disco non annota ciò che viene inviato',
  '{1} has no {2}: nothing can be sent': '{1} non ha {2}: nulla si può inviare',
  '{1} is switched off': '{1} è disattivato',
  '{1} can be changed at the station itself, or with its PIN once it asks for one':
    '{1} si cambia alla stazione stessa, o con il suo PIN appena ne chiede uno',
  'too many {1} in a short time, try again in {2} s': 'Troppe richieste in poco tempo ({1}), riprovare tra {2} s',
  '{1} must be a PIN of 4 to 12 digits, or null for none':
    '{1}: deve essere un PIN da 4 a 12 cifre, o null per nessuno',
  '{1} must be a line with letters in it': '{1}: deve essere una riga con delle lettere',
  '{1} must be a zone name such as Europe/Copenhagen': '{1}: deve essere un nome di fuso, come Europe/Copenhagen',
  '{1} must be a time such as 03:30': '{1}: deve essere un’ora, come 03:30',
  '{1} must be auto, simulator, sense-hat or replay:FILE': '{1}: deve essere auto, simulator, sense-hat o replay:FILE',
  '{1} must be at most {2} characters long': '{1}: al massimo {2} caratteri',
  '{1} must be at most {2} entries': '{1}: al massimo {2} voci',
  '{1} must be at least {2}': '{1}: almeno {2}',
  '{1} must be at most {2}': '{1}: al massimo {2}',
  '{1} must be greater than {2}': '{1}: deve essere maggiore di {2}',
  '{1} must be less than {2}': '{1}: deve essere minore di {2}',
  '{1} must be one of {2}': '{1}: deve essere uno di {2}',
  '{1} must be a whole number': '{1}: deve essere un numero intero',
  '{1} must be a finite number': '{1}: deve essere un numero finito',
  '{1} must be a number': '{1}: deve essere un numero',
  '{1} must be true or false': '{1}: deve essere true o false',
  '{1} must be text': '{1}: deve essere testo',
  '{1} is required': 'Manca {1}',
  '{1} is not a setting': '{1} non è un’impostazione',
  'this program tells nothing of itself': 'Questo programma non dice nulla di sé',
  'The disk takes no copy now ({1}): make room, or try again later.':
    'Il disco ora non accetta alcuna copia ({1}): fare spazio, o riprovare più tardi.',
  'the dashboard has not been built: run "npm run build"': 'La pagina non è compilata: eseguire «npm run build»',
  'Not Found': 'Qui non c’è nulla',
  stopped: 'interrotto',
  'a training needs {1} hours of readings, and there are {2} minutes so far':
    'Un addestramento richiede {1} h di misure, e finora ce ne sono {2} min',
  'a training needs {1} hours of readings, and there are {2} hours so far':
    'Un addestramento richiede {1} h di misure, e finora ce ne sono {2} h',
  'A single point sensor cannot observe approaching systems, so days 2 to 7 are a climatological outlook and not a forecast.':
    'Un sensore in un solo punto non vede arrivare il tempo; perciò i giorni da 2 a 7 sono una prospettiva climatologica e non una previsione.',
};
