import type { Hindrance, ProbeTrouble } from '../en/sensors.ts';
import type { Sentences } from '../sentence.ts';
import { count, list, number } from './tongue.ts';

const PROBE_TROUBLES: Record<ProbeTrouble, string> = {
  not_found: 'nessuna sonda sul bus 1-Wire; controllare il suo connettore, e dtoverlay=w1-gpio in config.txt',
  timeout: 'la sonda non risponde in tempo',
  unreadable: 'il suo file non si può leggere',
  empty: 'la conversione è fallita (nessun impulso di presenza)',
  malformed: 'la sua risposta è illeggibile',
  crc: 'la sua somma di controllo è errata, fili lunghi o allentati',
  bad_scratchpad: 'la linea dei dati resta a massa',
  power_on_value: 'mostra solo il suo valore di accensione, l’alimentazione cede',
  out_of_range: 'il suo valore è fuori da −55 a 125 °C, poca corrente',
};

const HINDRANCES: Record<Hindrance, string> = {
  voltage: 'tensione di alimentazione troppo bassa',
  capped: 'frequenza della CPU limitata',
  throttled: 'CPU rallentata',
  hot: 'CPU al suo limite morbido di temperatura',
};
const listed = (held: readonly Hindrance[]): string => list(held.map((what) => HINDRANCES[what]));

const SIGNALS: Record<string, string> = { temperature: 'Temperatura', humidity: 'Umidità', pressure: 'Pressione' };
const THERMOMETERS: Record<string, string> = {
  humidityChip: 'sensore di umidità',
  pressureChip: 'sensore di pressione',
};

export const sensors = {
  'sensor.jumped': ({ signal, before, after }) =>
    `${SIGNALS[signal] ?? signal}: salto da ${number(before, 2)} a ${number(after, 2)}, senza ritorno`,
  'sensor.latched': ({ thermometer }) =>
    `Il termometro del ${THERMOMETERS[thermometer] ?? thermometer} ripete uno stesso valore ed è lasciato da parte`,
  'sensor.unlatched': ({ thermometer }) =>
    `Il termometro del ${THERMOMETERS[thermometer] ?? thermometer} varia di nuovo`,
  'board.moved': ({ tiltedDeg, turnedDeg }) => {
    const turned = turnedDeg === null ? '' : `, girata di ${number(turnedDeg)}°`;
    return `La scheda è stata mossa (inclinata di ${number(tiltedDeg)}°${turned}): calibrare di nuovo`;
  },

  'chip.back': ({ chip }) => `${chip} misura di nuovo`,
  'chip.other': ({ chip, address, found, expected }) =>
    `${chip}: il componente a ${address} si chiama ${found}, era atteso ${expected}`,
  'chip.unsupported': ({ chip, found }) => `${chip}: al suo posto c’è un ${found}, che non è supportato`,
  'chip.no-colour': ({ addresses }) => `Nessun sensore di colore a ${addresses.join(' o ')}, solo altri componenti`,
  'chip.zeros': ({ chip }) => `${chip}: la calibrazione di fabbrica non si può leggere, arrivano solo zeri`,
  'chip.damaged-temperature': ({ chip }) => `${chip}: la calibrazione della temperatura è danneggiata`,
  'chip.damaged-humidity': ({ chip }) => `${chip}: la calibrazione dell’umidità è danneggiata`,
  'chip.lost-settings': ({ chip }) => `${chip} ha perso le sue impostazioni e viene configurato di nuovo`,
  'chip.mute': ({ chip }) => `${chip} risponde ma non misura nulla; viene configurato di nuovo`,
  'chip.no-answer': ({ chip }) => `${chip} non risponde: manca il chip, o la scheda è inserita male`,
  'chip.held-by': ({ chip, driver, command }) => `${chip} è occupato dal driver del kernel ${driver}: ${command}`,
  'chip.held': ({ chip }) =>
    `${chip} è occupato da un driver del kernel: aggiornare il kernel, o rimuovere il driver che i2cdetect -y 1 mostra come UU`,
  'chip.loses-transfers': ({ chip }) =>
    `${chip} perde trasferimenti sul bus I2C: controllare il cavo e provare dtparam=i2c_arm_baudrate=10000`,
  'chip.failed': ({ chip, why }) => `${chip}: ${why}`,

  'bus.missing': () =>
    'Non c’è un bus I2C: accendere I2C (dtparam=i2c_arm=on in /boot/firmware/config.txt) e riavviare',
  'bus.forbidden': () => 'Nessun permesso per il bus I2C: sudo usermod -aG i2c "$USER", poi accedere di nuovo',
  'bus.no-module': ({ why }) =>
    `Il bus I2C qui non si può usare (${why}): servono Linux e i2c-bus compilato per questo ambiente`,
  'bus.no-blocks': ({ why }) =>
    `Questo bus I2C non conosce trasferimenti a blocchi (${why}): impostare sensors.i2c_bus su quello della scheda`,
  'bus.stuck': ({ chip }) =>
    `${chip ?? 'Un chip'} tiene a massa una linea del bus I2C: spegnere la scheda e riaccenderla`,
  'bus.back': () => 'Il bus I2C funziona di nuovo',

  'pi.held-back': ({ by }) => `Il Pi è frenato: ${listed(by)}`,
  'pi.was-held-back': ({ by }) => `Il Pi è stato frenato per un momento: ${listed(by)}`,
  'pi.unhindered': () => 'Il Pi non è più frenato',

  'replay.odd-cells': ({ cells, path }) =>
    count(cells, {
      one: `# cella di ${path} non è un numero e conta come mancante`,
      other: `# celle di ${path} non sono numeri e contano come mancanti`,
    }),
  'replay.over': ({ path }) => `La registrazione ${path} è finita: non si misura più nulla`,

  'probe.crowd': ({ found, reading }) =>
    `${count(found.length, { one: '# sonda trovata', other: '# sonde trovate' })} (${found.join(', ')}); si legge ${reading}. Scegliere con sensors.probe_id.`,
  'probe.still': ({ celsius }) =>
    `La sonda esterna indica ${number(celsius, 2)} °C da sei ore: forse ripete una vecchia misura`,
  'probe.back': ({ device }) => `La sonda esterna ${device} misura`,
  'probe.lost': ({ why }) => `Nessuna temperatura esterna: ${PROBE_TROUBLES[why]}`,

  'joystick.back': ({ path }) => `La levetta ${path} viene letta di nuovo`,
  'joystick.forbidden': ({ path }) =>
    `La levetta ${path ?? ''} non si può leggere: aggiungere l’utente al gruppo input e accedere di nuovo`,
  'joystick.lost': ({ path, why }) => `La levetta ${path ?? ''} non si può leggere: ${why}`,
  'joystick.closing': ({ why }) => `Alla chiusura della levetta: ${why}`,

  'panel.lit': ({ why }) => `La matrice LED è forse ancora accesa: ${why}`,
  'panel.back': ({ name }) => `La matrice LED ${name} è tornata`,
  'panel.forbidden': () => 'La matrice LED non si può usare: aggiungere l’utente al gruppo video e accedere di nuovo',
  'panel.lost': ({ why }) => `La matrice LED non si può usare: ${why}`,
} satisfies Partial<Sentences>;
