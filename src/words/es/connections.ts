import type { connections as english } from '../en/connections.ts';
import type { Sentences } from '../sentence.ts';
import { number } from './tongue.ts';

/** Why something did not arrive. */
export const connections: Pick<Sentences, keyof typeof english> = {
  'way.late': () => 'sin respuesta a tiempo',
  'way.unknown-name': () => 'su nombre no es conocido',
  'way.name-unasked': () => 'no se pudo consultar su nombre',
  'way.refused': () => 'la conexión fue rechazada',
  'way.cut': () => 'la conexión se cortó',
  'way.none': () => 'no hay camino hasta allí',
  'way.untrusted': () => 'su certificado no es de confianza',
  'way.expired': () => 'su certificado ha caducado',
  'way.other-name': () => 'su certificado es para otro nombre',
  'way.unread': () => 'no se pudo leer la respuesta',
  'way.failed': ({ failure }) => `la conexión falló (${failure})`,
  'aprs.no-greeting': () => 'el servidor no saluda',
  'aprs.no-login': () => 'el servidor no responde al acceso',
  'aprs.too-much': () => 'el servidor dice demasiado',
  'aprs.not-taken': () => 'el servidor no acepta el paquete',
  'answer.unusual': ({ quote }) => `no es su respuesta habitual, así que no puede haberse guardado nada: ${quote}`,
  'answer.elsewhere': ({ quote }) => `remite a otra dirección: ${quote}`,
  'sink.lacks': ({ setting }) => `falta ${setting}, o no se puede leer su archivo`,
  'upload.unplaced': () => 'El servicio quiere saber dónde está la estación: ajuste site.latitude y site.longitude.',
  'cwop.no-id': ({ id }) => `«${id}» no es un identificador de CWOP, como CW0003, ni un indicativo.`,
  'windy.not-shown': () => 'Respondió 200, pero no muestra lo que se le envió antes: parece que no se guarda nada.',
  'box.no-sensors': () => 'La caja no tiene sensor de temperatura en °C, humedad en % o presión en hPa o Pa.',
  'box.nothing-for-it': () => 'La caja no tiene sensor para lo que la estación puede decir.',
  'hub.never-taken': ({ refused, rows, quote }) =>
    `${number(refused)} de ${number(rows)} filas no se aceptarán nunca: ${quote}`,
  'hub.uncounted': ({ quote }) => `la central no dice cuánto tiene: ${quote}`,
  'hub.short': ({ values, expected, day }) =>
    `la central tiene ${number(values)} de ${number(expected)} valores del ${day}, así que van de nuevo`,
  'hub.clock-behind': ({ minutes }) =>
    `el reloj de la estación va ${number(minutes)} min por delante del de la central: lo que allí aún está por venir espera`,
  'hub.unknown-login': () =>
    'la central no conoce este acceso y su secreto, o ya no le deja enviar; pregunte a quien la lleva',
  'hub.away': () =>
    'un servidor delante de la central responde, pero la central o su base de datos no; la estación volverá a preguntar sola',
  'broker.silent': () => 'el broker no responde',
  'broker.unknown-name': () => 'el nombre del broker no es conocido',
  'broker.name-unasked': () => 'no se pudo consultar el nombre del broker',
  'broker.nobody': () => 'nadie escucha en la dirección del broker',
  'broker.no-way': () => 'no hay camino hasta el broker',
  'broker.untrusted': () => 'el certificado del broker no es de confianza: indique su autoridad en mqtt.ca_file',
  'broker.expired': () => 'el certificado del broker ha caducado',
  'broker.other-name': () => 'el certificado del broker es para otro nombre',
  'broker.old': () => 'el broker es demasiado antiguo',
  'broker.client-id': () => 'el broker rechaza nuestro id de cliente',
  'broker.login': () => 'el broker rechaza el nombre o la contraseña',
  'broker.shut': () => 'el broker no nos deja entrar: ¿son correctos el nombre y la contraseña?',
  'broker.forbidden': ({ topic }) =>
    `el broker nos deja entrar, pero prohíbe el tema ${topic}: su lista de acceso (ACL) debe permitirlo`,
  'broker.banned': () => 'el broker nos ha vetado',
  'broker.refuses': ({ code }) => `el broker nos rechaza (${code})`,
  'broker.twin': () =>
    'el broker nos deja entrar y cuelga: otro cliente lleva nuestro id, como dos estaciones de una misma copia',
  'broker.taken': () => 'el broker lo ha aceptado',
};
