import type { Words } from '../words.ts';
import { plural } from './plural.ts';

export const connections: Words['connections'] = {
  connections: {
    intro: 'Adónde envía la estación lo que mide. Nada sale hasta que se enciende.',
    home: 'En casa',
    public: 'Redes públicas',
    states: {
      off: 'Apagado',
      ok: 'Funciona',
      waitsForFirst: 'Aún nada enviado',
      retrying: 'Se intenta de nuevo',
      refused: 'Rechazado',
      simulated: 'Sin envío: el tiempo es simulado',
      incomplete: 'Sin envío: falta algo',
    },
    lastSuccess: 'Último envío',
    never: 'nunca',
    waiting: 'En espera',
    rows: (n, shown) => plural(n, { one: `${shown} medida`, other: `${shown} medidas` }),
    lastError: 'Último problema',
    notices: 'Avisos de quien gestiona la flota de estaciones',
    setUp: 'Configurar',
    sendNow: 'Enviar ahora',
    sending: 'Enviando',
    outcomes: {
      ok: 'Se aceptó.',
      retry: 'Esta vez no funcionó.',
      refused: 'Se rechazó.',
      passed: 'No se guardó.',
    },
    took: (status, duration) => (status ? `Estado ${status}, tras ${duration}` : `Tras ${duration}`),
    answer: 'La respuesta',
    noWords: 'La respuesta no tenía palabras.',
    on: 'Activado',
    off: 'Apagado',
    save: 'Guardar',
    saved: 'Guardado.',
    unchanged: 'No se cambió nada.',
    locked: 'Fijado al arrancar el programa. Aquí no se puede cambiar.',
    stored: 'Guardada. Escribir otra la reemplaza.',
    forget: 'Olvidar la clave',
    keyHint: 'Queda en la estación y no se muestra nunca más.',
    missing: 'La estación no ofrece este ajuste.',
    fields: {
      id: 'Identificador',
      key: 'Clave',
      url: 'Dirección',
      username: 'Nombre de usuario',
      password: 'Contraseña',
      token: 'Token',
      ca: 'Archivo de certificado',
      prefix: 'Prefijo de descubrimiento',
      interval: 'Segundos entre dos mensajes',
      format: 'Formato',
      secretFile: 'Archivo del secreto',
    },
    services: {
      mqtt: {
        about: 'Cada medida y pronóstico para Home Assistant y otros programas de casa.',
        needs: 'La dirección del bróker, como mqtt://homeassistant.local:1883.',
      },
      push: {
        about: 'Cada fila guardada, para una base de series temporales.',
        needs: 'La dirección donde la base toma filas, y su token.',
      },
      fleet: {
        about: 'Cada fila, pronóstico y puntuación para la central de una flota de estaciones.',
        needs:
          'La dirección de la central, y el usuario y el secreto que mostró «hub add»; el secreto, en un archivo de la estación.',
      },
      wunderground: {
        about: 'Cada 5 minutos. Lo que faltó se envía después.',
        needs: 'Registrar la estación en wunderground.com, que da el identificador y la clave.',
      },
      pwsweather: {
        about: 'Cada 5 minutos. Lo que faltó se envía después.',
        needs: 'Registrar la estación en pwsweather.com, que da el identificador y la clave API.',
      },
      cwop: {
        about: 'Cada 10 minutos. Lo que faltó no se envía: la red solo toma lo nuevo.',
        needs: 'Pedir un identificador en findu.com, como CW0003. Solo los radioaficionados necesitan un código.',
      },
      windy: {
        about: 'Cada 5 minutos. Lo que faltó no se envía: la red toma una medida en 5 minutos.',
        needs: 'Registrar la estación en stations.windy.com, que da el identificador y la contraseña.',
      },
      wowbe: {
        about: 'Cada 5 minutos. Lo que faltó se envía después.',
        needs: 'Registrar el sitio en wow.meteo.be, que da el identificador y la clave.',
      },
      openweathermap: {
        about: 'Cada 5 minutos. Lo que faltó se envía después.',
        needs: 'Obtener una clave API en openweathermap.org. El identificador es un nombre libre, como mi-jardin.',
      },
      opensensemap: {
        about: 'Cada 5 minutos. Lo que faltó se envía después.',
        needs: 'Registrar una senseBox en opensensemap.org, que da el identificador y el token.',
      },
      sensorcommunity: {
        about: 'Cada 5 minutos. Lo que faltó no se envía: la red solo toma lo nuevo.',
        needs:
          'Registrar un sensor BME280 en devices.sensor.community. El identificador es el que se le dio allí, como raspi-123.',
      },
    },
    neverSent: 'Lo que nunca se envía a redes públicas',
    rules: {
      indoors:
        'La placa está dentro: su temperatura y su humedad se quedan en casa. Se envían la presión y la sonda exterior.',
      outdoors: 'La placa está puesta como exterior: se envían su temperatura, humedad y presión.',
      simulated: 'El tiempo simulado no se envía.',
      held: 'Solo se envía lo medido. Lo que falta se omite.',
      light: 'La luz no se envía: las redes quieren el sol en vatios.',
    },
    card: 'Tarjeta del tiempo para Home Assistant',
    cardHint: 'Añadir este texto a la configuración de Home Assistant y reiniciarlo.',
    copy: 'Copiar',
    copied: 'Copiado.',
    notCopied: 'Seleccionar el texto y copiarlo a mano.',
  },
};
