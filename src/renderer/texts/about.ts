import { inLanguage } from './in-language.ts';

/** What the station says of itself as a program: which one it is, how its data are kept, and what helps whoever helps. */
export const en = {
  version: 'Version',
  inForce: 'In force',
  since: 'Since',
  runningFor: 'Running for',
  before: 'Version before',
  goBack: 'The version before can be brought back at the machine:',
  upgrading: (to: string) => `An upgrade to version ${to} is under way.`,
  story: 'Last upgrade',
  news: 'What is new',
  noNews: 'Nothing is written down about this version.',
  unreleased: 'Not released yet',
  moreNews: (n: number) => `Show all ${n}`,
  fewerNews: 'Show fewer',
  backup: {
    title: 'Backups',
    intro: 'Checked copies of the whole history, on the same disk. Copy one elsewhere now and then.',
    last: 'Last backup',
    size: 'Size',
    kept: 'Kept',
    never: 'none yet',
    off: 'Backups by night are switched off in the settings.',
    make: 'Make a backup now',
    making: 'Making a backup',
    made: (size: string) => `Backed up and checked: ${size}.`,
  },
  disk: {
    title: 'Disk',
    free: 'Free',
    total: 'Size',
    history: 'The history',
    growth: 'Grows in a year by',
    full: 'Full',
    notSoon: 'not within 50 years',
    soon: 'within a year',
    years: (years: string) => `in about ${years} years`,
    growthIntro: 'The history and its backups, once it is some months old. Other programs may fill the disk sooner.',
    unknown: 'The disk cannot be read just now.',
    wear: 'Written in a day',
    wearIntro: (time: string) =>
      `What this program gave the disk to write, counted for ${time}. A memory card writes more than that, because it moves whole blocks.`,
    wearLater: 'How much is written is known an hour after the start.',
    wearUnknown: 'This system does not tell how much is written.',
  },
  integrity: {
    title: 'Integrity',
    intro: 'All of the database is read again, a part every hour, and compared with what was written.',
    last: 'Last round',
    firstRound: 'the first is under way',
    round: 'This round',
    sound: 'No damage was found.',
  },
  support: {
    title: 'Support file',
    intro:
      'One file for whoever helps you: settings, the last lines of the log, what the doctor finds, versions. It has no secrets, no place, no readings, no notes and no observations.',
    download: 'Download a support file',
    making: 'Looking at the machine',
    made: 'The file was downloaded.',
    onWall: 'Open this page on a phone or a computer to download it.',
  },
};

export const t = inLanguage('about', en);
