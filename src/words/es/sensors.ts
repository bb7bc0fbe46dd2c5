import type { Hindrance, ProbeTrouble } from '../en/sensors.ts';
import type { Sentences } from '../sentence.ts';
import { count, list, number } from './tongue.ts';

const PROBE_TROUBLES: Record<ProbeTrouble, string> = {
  not_found: 'no hay sonda en el bus 1-Wire; revisar su conector, y dtoverlay=w1-gpio en config.txt',
  timeout: 'la sonda no responde a tiempo',
  unreadable: 'su archivo no se puede leer',
  empty: 'la conversión falló (sin pulso de presencia)',
  malformed: 'su respuesta es ilegible',
  crc: 'su suma de comprobación es errónea, cables largos o flojos',
  bad_scratchpad: 'la línea de datos sigue a masa',
  power_on_value: 'solo muestra su valor de encendido, la alimentación cae',
  out_of_range: 'su valor está fuera de −55 a 125 °C, poca corriente',
};

const HINDRANCES: Record<Hindrance, string> = {
  voltage: 'tensión de alimentación demasiado baja',
  capped: 'frecuencia del CPU limitada',
  throttled: 'CPU frenado',
  hot: 'CPU en su límite suave de temperatura',
};
const listed = (held: readonly Hindrance[]): string => list(held.map((what) => HINDRANCES[what]));

const SIGNALS: Record<string, string> = { temperature: 'Temperatura', humidity: 'Humedad', pressure: 'Presión' };
const THERMOMETERS: Record<string, string> = {
  humidityChip: 'sensor de humedad',
  pressureChip: 'sensor de presión',
};

export const sensors = {
  'sensor.jumped': ({ signal, before, after }) =>
    `${SIGNALS[signal] ?? signal}: salto de ${number(before, 2)} a ${number(after, 2)}, sin volver`,
  'sensor.latched': ({ thermometer }) =>
    `El termómetro del ${THERMOMETERS[thermometer] ?? thermometer} repite un mismo valor y se deja fuera`,
  'sensor.unlatched': ({ thermometer }) =>
    `El termómetro del ${THERMOMETERS[thermometer] ?? thermometer} vuelve a variar`,
  'board.moved': ({ tiltedDeg, turnedDeg }) => {
    const turned = turnedDeg === null ? '' : `, girada ${number(turnedDeg)}°`;
    return `La placa se movió (inclinada ${number(tiltedDeg)}°${turned}): calibrar de nuevo`;
  },

  'chip.back': ({ chip }) => `${chip} vuelve a medir`,
  'chip.other': ({ chip, address, found, expected }) =>
    `${chip}: la pieza en ${address} se llama ${found}, se esperaba ${expected}`,
  'chip.unsupported': ({ chip, found }) => `${chip}: en su lugar hay un ${found}, que no es compatible`,
  'chip.no-colour': ({ addresses }) => `Ningún sensor de color en ${addresses.join(' o ')}, solo otras piezas`,
  'chip.zeros': ({ chip }) => `${chip}: la calibración de fábrica no se puede leer, solo llegan ceros`,
  'chip.damaged-temperature': ({ chip }) => `${chip}: la calibración de la temperatura está dañada`,
  'chip.damaged-humidity': ({ chip }) => `${chip}: la calibración de la humedad está dañada`,
  'chip.lost-settings': ({ chip }) => `${chip} perdió sus ajustes y se configura de nuevo`,
  'chip.mute': ({ chip }) => `${chip} responde pero no mide nada; se configura de nuevo`,
  'chip.no-answer': ({ chip }) => `${chip} no responde: falta el chip, o la placa está mal encajada`,
  'chip.held-by': ({ chip, driver, command }) =>
    `${chip} está ocupado por el controlador del núcleo ${driver}: ${command}`,
  'chip.held': ({ chip }) =>
    `${chip} está ocupado por un controlador del núcleo: actualizar el núcleo, o descargar el controlador que i2cdetect -y 1 muestra como UU`,
  'chip.loses-transfers': ({ chip }) =>
    `${chip} pierde transferencias en el bus I2C: revisar el cable y probar dtparam=i2c_arm_baudrate=10000`,
  'chip.failed': ({ chip, why }) => `${chip}: ${why}`,

  'bus.missing': () =>
    'No hay bus I2C: activar I2C (dtparam=i2c_arm=on en /boot/firmware/config.txt) y arrancar de nuevo',
  'bus.forbidden': () => 'Sin permiso para el bus I2C: sudo usermod -aG i2c "$USER", y luego iniciar sesión de nuevo',
  'bus.no-module': ({ why }) =>
    `El bus I2C no se puede usar aquí (${why}): necesita Linux e i2c-bus compilado para este entorno`,
  'bus.no-blocks': ({ why }) =>
    `Este bus I2C no conoce transferencias por bloques (${why}): poner en sensors.i2c_bus el de la placa`,
  'bus.stuck': ({ chip }) =>
    `${chip ?? 'Un chip'} retiene a masa una línea del bus I2C: apagar la placa y encenderla de nuevo`,
  'bus.back': () => 'El bus I2C vuelve a funcionar',

  'pi.held-back': ({ by }) => `La Pi está frenada: ${listed(by)}`,
  'pi.was-held-back': ({ by }) => `La Pi estuvo frenada un momento: ${listed(by)}`,
  'pi.unhindered': () => 'La Pi ya no está frenada',

  'replay.odd-cells': ({ cells, path }) =>
    count(cells, {
      one: `# celda de ${path} no es un número y cuenta como ausente`,
      other: `# celdas de ${path} no son números y cuentan como ausentes`,
    }),
  'replay.over': ({ path }) => `La grabación ${path} ha terminado: ya no se mide nada`,

  'probe.crowd': ({ found, reading }) =>
    `${count(found.length, { one: '# sonda encontrada', other: '# sondas encontradas' })} (${found.join(', ')}); se lee ${reading}. Elegir con sensors.probe_id.`,
  'probe.still': ({ celsius }) =>
    `La sonda exterior indica ${number(celsius, 2)} °C desde hace seis horas: quizá repite una medida antigua`,
  'probe.back': ({ device }) => `La sonda exterior ${device} mide`,
  'probe.lost': ({ why }) => `Sin temperatura exterior: ${PROBE_TROUBLES[why]}`,

  'joystick.back': ({ path }) => `La palanca ${path} se lee de nuevo`,
  'joystick.forbidden': ({ path }) =>
    `La palanca ${path ?? ''} no se puede leer: añadir el usuario al grupo input e iniciar sesión de nuevo`,
  'joystick.lost': ({ path, why }) => `La palanca ${path ?? ''} no se puede leer: ${why}`,
  'joystick.closing': ({ why }) => `Al cerrar la palanca: ${why}`,

  'panel.lit': ({ why }) => `La matriz LED quizá siga encendida: ${why}`,
  'panel.back': ({ name }) => `La matriz LED ${name} ha vuelto`,
  'panel.forbidden': () => 'La matriz LED no se puede usar: añadir el usuario al grupo video e iniciar sesión de nuevo',
  'panel.lost': ({ why }) => `La matriz LED no se puede usar: ${why}`,
} satisfies Partial<Sentences>;
