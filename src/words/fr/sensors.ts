import type { Hindrance, ProbeTrouble } from '../en/sensors.ts';
import type { Sentences } from '../sentence.ts';
import { count, list, number } from './tongue.ts';

const PROBE_TROUBLES: Record<ProbeTrouble, string> = {
  not_found: 'aucune sonde sur le bus 1-Wire ; vérifier sa fiche, et dtoverlay=w1-gpio dans config.txt',
  timeout: 'la sonde ne répond pas à temps',
  unreadable: 'son fichier ne peut être lu',
  empty: 'la conversion a échoué (pas d’impulsion de présence)',
  malformed: 'sa réponse est illisible',
  crc: 'sa somme de contrôle est fausse, fils longs ou mal fixés',
  bad_scratchpad: 'la ligne de données reste à la masse',
  power_on_value: 'elle ne montre que sa valeur de mise sous tension, l’alimentation fléchit',
  out_of_range: 'sa valeur est hors de −55 à 125 °C, trop peu de courant',
};

const HINDRANCES: Record<Hindrance, string> = {
  voltage: 'tension d’alimentation trop basse',
  capped: 'fréquence du CPU plafonnée',
  throttled: 'CPU ralenti',
  hot: 'CPU à sa limite souple de température',
};
const listed = (held: readonly Hindrance[]): string => list(held.map((what) => HINDRANCES[what]));

const SIGNALS: Record<string, string> = { temperature: 'Température', humidity: 'Humidité', pressure: 'Pression' };
const THERMOMETERS: Record<string, string> = {
  humidityChip: 'capteur d’humidité',
  pressureChip: 'capteur de pression',
};

export const sensors = {
  'sensor.jumped': ({ signal, before, after }) =>
    `${SIGNALS[signal] ?? signal} : saut de ${number(before, 2)} à ${number(after, 2)}, sans retour`,
  'sensor.latched': ({ thermometer }) =>
    `Le thermomètre du ${THERMOMETERS[thermometer] ?? thermometer} répète une même valeur et est laissé de côté`,
  'sensor.unlatched': ({ thermometer }) =>
    `Le thermomètre du ${THERMOMETERS[thermometer] ?? thermometer} varie de nouveau`,
  'board.moved': ({ tiltedDeg, turnedDeg }) => {
    const turned = turnedDeg === null ? '' : `, tournée de ${number(turnedDeg)}°`;
    return `La carte a été déplacée (inclinée de ${number(tiltedDeg)}°${turned}) : refaire l’étalonnage`;
  },

  'chip.back': ({ chip }) => `${chip} mesure de nouveau`,
  'chip.other': ({ chip, address, found, expected }) =>
    `${chip} : le composant à ${address} se nomme ${found}, ${expected} était attendu`,
  'chip.unsupported': ({ chip, found }) => `${chip} : un ${found} est à sa place, non pris en charge`,
  'chip.no-colour': ({ addresses }) =>
    `Aucun capteur de couleur à ${addresses.join(' ou ')}, seulement d’autres composants`,
  'chip.zeros': ({ chip }) => `${chip} : l’étalonnage d’usine ne peut être lu, il ne vient que des zéros`,
  'chip.damaged-temperature': ({ chip }) => `${chip} : l’étalonnage de la température est abîmé`,
  'chip.damaged-humidity': ({ chip }) => `${chip} : l’étalonnage de l’humidité est abîmé`,
  'chip.lost-settings': ({ chip }) => `${chip} a perdu ses réglages et est configuré de nouveau`,
  'chip.mute': ({ chip }) => `${chip} répond mais ne mesure rien ; configuration de nouveau en cours`,
  'chip.no-answer': ({ chip }) => `${chip} ne répond pas : la puce manque, ou la carte est mal enfichée`,
  'chip.held-by': ({ chip, driver, command }) => `${chip} est occupé par le pilote du noyau ${driver} : ${command}`,
  'chip.held': ({ chip }) =>
    `${chip} est occupé par un pilote du noyau : mettre le noyau à jour, ou décharger le pilote que i2cdetect -y 1 montre comme UU`,
  'chip.loses-transfers': ({ chip }) =>
    `${chip} perd des transferts sur le bus I2C : vérifier le câble et essayer dtparam=i2c_arm_baudrate=10000`,
  'chip.failed': ({ chip, why }) => `${chip} : ${why}`,

  'bus.missing': () =>
    'Il n’y a pas de bus I2C : activer I2C (dtparam=i2c_arm=on dans /boot/firmware/config.txt) et redémarrer',
  'bus.forbidden': () => 'Pas de droit sur le bus I2C : sudo usermod -aG i2c "$USER", puis se reconnecter',
  'bus.no-module': ({ why }) =>
    `Le bus I2C est inutilisable ici (${why}) : il faut Linux et i2c-bus construit pour cet environnement`,
  'bus.no-blocks': ({ why }) =>
    `Ce bus I2C ne connaît pas les transferts par blocs (${why}) : régler sensors.i2c_bus sur celui de la carte`,
  'bus.stuck': ({ chip }) =>
    `${chip ?? 'Une puce'} maintient une ligne du bus I2C à la masse : éteindre la carte et la rallumer`,
  'bus.back': () => 'Le bus I2C fonctionne de nouveau',

  'pi.held-back': ({ by }) => `Le Pi est bridé : ${listed(by)}`,
  'pi.was-held-back': ({ by }) => `Le Pi a été bridé un instant : ${listed(by)}`,
  'pi.unhindered': () => 'Le Pi n’est plus bridé',

  'replay.odd-cells': ({ cells, path }) =>
    count(cells, {
      one: `# case de ${path} n’est pas un nombre et compte comme manquante`,
      other: `# cases de ${path} ne sont pas des nombres et comptent comme manquantes`,
    }),
  'replay.over': ({ path }) => `L’enregistrement ${path} est terminé : plus rien n’est mesuré`,

  'probe.crowd': ({ found, reading }) =>
    `${count(found.length, { one: '# sonde trouvée', other: '# sondes trouvées' })} (${found.join(', ')}) ; ${reading} est lue. Choisir avec sensors.probe_id.`,
  'probe.still': ({ celsius }) =>
    `La sonde extérieure indique ${number(celsius, 2)} °C depuis six heures : elle répète peut-être une ancienne mesure`,
  'probe.back': ({ device }) => `La sonde extérieure ${device} mesure`,
  'probe.lost': ({ why }) => `Pas de température extérieure : ${PROBE_TROUBLES[why]}`,

  'joystick.back': ({ path }) => `La manette ${path} est de nouveau lue`,
  'joystick.forbidden': ({ path }) =>
    `La manette ${path ?? ''} ne peut être lue : ajouter l’utilisateur au groupe input et se reconnecter`,
  'joystick.lost': ({ path, why }) => `La manette ${path ?? ''} ne peut être lue : ${why}`,
  'joystick.closing': ({ why }) => `À la fermeture de la manette : ${why}`,

  'panel.lit': ({ why }) => `La matrice LED est peut-être encore allumée : ${why}`,
  'panel.back': ({ name }) => `La matrice LED ${name} est de retour`,
  'panel.forbidden': () =>
    'La matrice LED ne peut être utilisée : ajouter l’utilisateur au groupe video et se reconnecter',
  'panel.lost': ({ why }) => `La matrice LED ne peut être utilisée : ${why}`,
} satisfies Partial<Sentences>;
