import { inLanguage } from './in-language.ts';

/** What the station says of itself as a program: which one it is, how its data are kept, and what helps whoever helps. */
export const en = {
  version: 'Version',
  inForce: 'Installed',
  since: 'Since',
  runningFor: 'Running for',
  before: 'Previous version',
  goBack: 'To go back to the previous version, run this on the station:',
  upgrading: (to: string) => `Upgrading to version ${to}…`,
  story: 'Last upgrade',
  news: 'What’s new',
  noNews: 'No release notes for this version.',
  unreleased: 'Not released yet',
  moreNews: (n: number) => `Show all ${n}`,
  fewerNews: 'Show fewer',
  backup: {
    title: 'Backups',
    intro: 'Checked copies of the whole history, on the same disk. Copy one elsewhere from time to time.',
    last: 'Last backup',
    size: 'Size',
    kept: 'Kept',
    never: 'none yet',
    off: 'Nightly backups are off in the settings.',
    make: 'Back up now',
    making: 'Backing up',
    made: (size: string) => `Backed up and checked: ${size}.`,
  },
  disk: {
    title: 'Disk',
    free: 'Free',
    total: 'Size',
    history: 'History',
    growth: 'Growth per year',
    full: 'Full',
    notSoon: 'not within 50 years',
    soon: 'within a year',
    years: (years: string) => `in about ${years} years`,
    growthIntro: 'History and backups, once some months old. Other programs can fill the disk sooner.',
    unknown: 'The disk cannot be read right now.',
    wear: 'Written per day',
    wearIntro: (time: string) =>
      `Written by this program, measured over ${time}. A memory card writes more, because it moves whole blocks.`,
    wearLater: 'Known an hour after the start.',
    wearUnknown: 'Not available on this system.',
  },
  integrity: {
    title: 'Integrity',
    intro: 'The station rereads part of the database every hour and checks it for damage.',
    last: 'Last full check',
    firstRound: 'first check running',
    round: 'This check',
    sound: 'No damage found.',
  },
  support: {
    title: 'Support file',
    intro:
      'A file for the person helping you: settings, recent log, doctor’s findings, versions. It has no secrets, place, readings, notes or observations.',
    download: 'Download a support file',
    making: 'Collecting…',
    made: 'File downloaded.',
    onWall: 'Open this page on a phone or a computer to download it.',
  },
};

export const t = inLanguage('about', en);
