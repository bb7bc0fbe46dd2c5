/**
 * Old names of models, by letters and digits alone. The decoders of rtl_433 were renamed between 2016 and 2020; a sensor must stay the
 * same sensor when the program is upgraded.
 */
const OLD_NAMES: Readonly<Record<string, string>> = {
  '00275rm': 'acurite00275rm',
  acurite5n1sensor: 'acurite5n1',
  acurite986sensor: 'acurite986',
  acuritelightning6045m: 'acurite6045m',
  acuritetowersensor: 'acuritetower',
  acuritetxrsensor: 'acuritetower',
  ambientweatherf007ththermohygrometer: 'ambientweatherf007th',
  bresser3chsensor: 'bresser3ch',
  bthgn129: 'oregonbthgn129',
  fineoffsetelectronicswh0290: 'fineoffsetwh0290',
  fineoffsetelectronicswh25: 'fineoffsetwh25',
  fineoffsetelectronicswh2temperaturehumiditysensor: 'fineoffsetwh2',
  fineoffsetelectronicswh3080weatherstation: 'fineoffsetwhx080',
  fineoffsetwh1080weatherstation: 'fineoffsetwhx080',
  fineoffsetwh65b: 'fineoffsetwh24',
  hidekirainsensor: 'hidekirain',
  hidekits04sensor: 'hidekits04',
  hidekiwindsensor: 'hidekiwind',
  holmanindustriesws5029weatherstation: 'holmanws5029',
  lacrossetxsensor: 'lacrossetx',
  nexustemperature: 'nexust',
  nexustemperaturehumidity: 'nexusth',
  pcr800: 'oregonpcr800',
  prologuesensor: 'prologueth',
  rubicsontemperaturesensor: 'rubicsontemperature',
  tfadrop30323301: 'tfadrop',
  tfatwinplus303049: 'tfatwinplus',
  thgr122n: 'oregonthgr122n',
  wgr800: 'oregonwgr800',
  wt0124poolthermometer: 'wt0124pool',
  wt450sensor: 'wt450th',
};

/** Family of a model: one name for all that versions of rtl_433 have called it. */
export function modelFamily(model: string): string {
  const plain = model
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace('oregonscientific', 'oregon');
  return Object.hasOwn(OLD_NAMES, plain) ? OLD_NAMES[plain]! : plain;
}

/** Units with a barometer that are made for a room. */
const INDOOR = new Set([
  'fineoffsetwh25',
  'fineoffsetwh32b',
  'oregonbthr918',
  'oregonbthr968',
  'oregonbhtr968',
  'oregonbthgn129',
]);
const PROBES = new Set(['fineoffsetwn34', 'fineoffsetwh30']);

/** Where the air is that a model measures, as the first part of a path. A person may place it elsewhere. */
export const airOf = (family: string): 'indoor' | 'probe1' | 'outdoor' =>
  INDOOR.has(family) ? 'indoor' : PROBES.has(family) ? 'probe1' : 'outdoor';
