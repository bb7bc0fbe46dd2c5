import type { Text } from '../texts.ts';

export const texts: Record<Text, string> = {
  'station not started': 'La estación aún no ha arrancado',
  'the station is stopping': 'La estación se está deteniendo',
  'no live reading yet': 'Aún no hay medidas',
  'no CPU temperature': 'No hay temperatura del CPU',
  'the CPU is not warmer than the sensor: k cannot be learned now':
    'El CPU no está más caliente que el sensor: ahora no se puede aprender k',
  'there is no reference to undo': 'No hay ninguna referencia que deshacer',
  'provide reference_c, or reset=true': 'Indicar reference_c, o reset=true',
  'provide reference_pct, or reset=true': 'Indicar reference_pct, o reset=true',
  'provide start and end, or hours': 'Indicar start y end, o hours',
  'range limited to one year': 'El período está limitado a un año',
  'end must be after start': 'El final debe ser posterior al comienzo',
  "unknown target '{1}'": 'Magnitud desconocida: «{1}»',
  'unknown label {1}': 'Observación desconocida: {1}',
  'ts must not be more than {1} s in the future': 'ts puede estar como mucho {1} s en el futuro',
  'the display is switched off': 'La matriz LED está apagada',
  'train is already running': 'El entrenamiento ya está en curso',
  'recompute is already running': 'El recálculo ya está en curso',
  'backup is already running': 'La copia ya está en curso',
  '{1} is already running': '{1}: ya en curso',
  '{1} cannot start: the station is stopping': '{1} no puede empezar: la estación se está deteniendo',
  '{1} cannot start: the database cannot be used just now':
    '{1} no puede empezar: la base de datos no se puede usar ahora',
  '{1} was stopped with the station': '{1} se interrumpió con la estación',
  'recompute was stopped with the station; it goes on at the next start':
    'El recálculo se interrumpió con la estación; sigue en el próximo arranque',
  'Something else is being written just now, so nothing was changed: try again.':
    'Ahora se está escribiendo otra cosa, por eso no se cambió nada: intentarlo de nuevo.',
  'The database has just proved damaged and is being rebuilt, so nothing was changed: try again.':
    'La base de datos está dañada y se está reconstruyendo, por eso no se cambió nada: intentarlo de nuevo.',
  'The database has just proved damaged and is being rebuilt: ask again in a minute.':
    'La base de datos está dañada y se está reconstruyendo: preguntar de nuevo en un minuto.',
  'The disk takes nothing now ({1}), so nothing was changed: try again later.':
    'El disco no acepta nada ahora ({1}), por eso no se cambió nada: intentarlo más tarde.',
  'The disk takes nothing now ({1}): try again later.': 'El disco no acepta nada ahora ({1}): intentarlo más tarde.',
  'The disk neither gives nor takes anything now: ask again later.':
    'El disco no da ni acepta nada ahora: preguntar más tarde.',
  'this station asks for its PIN in the header {1}': 'Esta estación pide su PIN (cabecera {1})',
  'wrong PIN': 'PIN incorrecto',
  'too many wrong PINs, try again in {1} s': 'Demasiados PIN incorrectos, intentarlo de nuevo en {1} s',
  'changes are taken from this machine only': 'Los cambios solo se aceptan en esta misma máquina',
  'requests from pages of another origin cannot change anything here':
    'Las páginas de otro origen no pueden cambiar nada aquí',
  'too much was asked for in a short time, try again in {1} s':
    'Demasiadas peticiones en poco tiempo, intentarlo de nuevo en {1} s',
  'too many exports in a short time, try again in {1} s':
    'Demasiadas exportaciones en poco tiempo, intentarlo de nuevo en {1} s',
  'too many changes in a short time, try again in {1} s':
    'Demasiados cambios en poco tiempo, intentarlo de nuevo en {1} s',
  'too many exports at once': 'Demasiadas exportaciones a la vez',
  'too many answers are on their way: take them first': 'Demasiadas respuestas en camino: recibir primero esas',
  'too many bodies are on their way': 'Demasiados envíos en camino',
  'this Idempotency-Key came with another request before': 'Esta Idempotency-Key ya vino con otra petición',
  'as many streams as one address may hold are open': 'Esta dirección ya tiene abiertos tantos flujos como se permiten',
  'as many streams as allowed are open': 'Ya hay abiertos tantos flujos como se permiten',
  'this program keeps no settings file': 'Este programa no tiene archivo de ajustes',
  'the settings were changed meanwhile; read them again, and then change them':
    'Los ajustes cambiaron entretanto; leerlos de nuevo y cambiarlos después',
  'The settings file {1} cannot be written by this station; change it where its owner can.':
    'Esta estación no puede escribir el archivo de ajustes {1}; cambiarlo donde su propietario pueda.',
  'The settings file could not be written: {1}': 'El archivo de ajustes no se pudo escribir: {1}',
  'The settings file cannot be read: {1}': 'El archivo de ajustes no se puede leer: {1}',
  'The settings file {1} cannot be used as it is; "weatherglass doctor" says what is wrong with it.':
    'El archivo de ajustes {1} no se puede usar tal como está; «weatherglass doctor» dice qué le falta.',
  'unknown note {1}': 'Nota desconocida: {1}',
  'there is no connection of that name': 'No hay ninguna conexión con ese nombre',
  'the weather is simulated, so nothing is sent (connections.allow_simulated)':
    'El tiempo es simulado, así que no se envía nada (connections.allow_simulated)',
  'nothing has been measured yet that could be sent': 'Aún no se ha medido nada que se pueda enviar',
  'what was measured last lacks what {1} needs': 'A la última medición le falta lo que {1} necesita',
  'the disk takes no note of what is sent': 'El disco no anota lo que se envía',
  '{1} has no {2}: nothing can be sent': '{1} no tiene {2}: no se puede enviar nada',
  '{1} is switched off': '{1} está desactivado',
  '{1} can be changed at the station itself, or with its PIN once it asks for one':
    '{1} se cambia en la propia estación, o con su PIN en cuanto pida uno',
  'too many {1} in a short time, try again in {2} s':
    'Demasiadas peticiones en poco tiempo ({1}), intentarlo de nuevo en {2} s',
  '{1} must be a PIN of 4 to 12 digits, or null for none': '{1}: debe ser un PIN de 4 a 12 cifras, o null para ninguno',
  '{1} must be a line with letters in it': '{1}: debe ser una línea con letras',
  '{1} must be a zone name such as Europe/Copenhagen': '{1}: debe ser un nombre de huso, como Europe/Copenhagen',
  '{1} must be a time such as 03:30': '{1}: debe ser una hora, como 03:30',
  '{1} must be auto, simulator, sense-hat or replay:FILE': '{1}: debe ser auto, simulator, sense-hat o replay:ARCHIVO',
  '{1} must be at most {2} characters long': '{1}: como mucho {2} caracteres',
  '{1} must be at most {2} entries': '{1}: como mucho {2} entradas',
  '{1} must be at least {2}': '{1}: como mínimo {2}',
  '{1} must be at most {2}': '{1}: como mucho {2}',
  '{1} must be greater than {2}': '{1}: debe ser mayor que {2}',
  '{1} must be less than {2}': '{1}: debe ser menor que {2}',
  '{1} must be one of {2}': '{1}: debe ser uno de {2}',
  '{1} must be a whole number': '{1}: debe ser un número entero',
  '{1} must be a finite number': '{1}: debe ser un número finito',
  '{1} must be a number': '{1}: debe ser un número',
  '{1} must be true or false': '{1}: debe ser true o false',
  '{1} must be text': '{1}: debe ser texto',
  '{1} is required': 'Falta {1}',
  '{1} is not a setting': '{1} no es un ajuste',
  'this program tells nothing of itself': 'Este programa no dice nada de sí mismo',
  'The disk takes no copy now ({1}): make room, or try again later.':
    'El disco no acepta ninguna copia ahora ({1}): hacer sitio, o intentarlo más tarde.',
  'the dashboard has not been built: run "npm run build"': 'La página no está compilada: ejecutar «npm run build»',
  'Not Found': 'Aquí no hay nada',
  stopped: 'detenido',
  'a training needs {1} hours of readings, and there are {2} minutes so far':
    'Un entrenamiento necesita {1} h de medidas, y por ahora hay {2} min',
  'a training needs {1} hours of readings, and there are {2} hours so far':
    'Un entrenamiento necesita {1} h de medidas, y por ahora hay {2} h',
  'A single point sensor cannot observe approaching systems, so days 2 to 7 are a climatological outlook and not a forecast.':
    'Un sensor en un solo punto no ve llegar el tiempo; por eso los días 2 a 7 son una perspectiva climatológica y no un pronóstico.',
};
