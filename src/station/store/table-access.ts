import type { Tables } from './tables.ts';

/**
 * Access to the table families. The tables behind it may change: a damaged database is left alone at once, and the station goes on with
 * another one (`Standby`) until it is rebuilt. Do not cache members.
 */
export abstract class TableAccess {
  protected abstract get here(): Tables;

  get samples() {
    return this.here.samples;
  }
  get history() {
    return this.here.history;
  }
  get hourMeans() {
    return this.here.hourMeans;
  }
  get events() {
    return this.here.events;
  }
  get labels() {
    return this.here.labels;
  }
  get learned() {
    return this.here.learned;
  }
  get calibrations() {
    return this.here.calibrations;
  }
  get ticks() {
    return this.here.ticks;
  }
  get issued() {
    return this.here.issued;
  }
  get outbox() {
    return this.here.outbox;
  }
  get alarmMessages() {
    return this.here.alarmMessages;
  }
  get pending() {
    return this.here.pending;
  }
  get scales() {
    return this.here.scales;
  }
  get scores() {
    return this.here.scores;
  }
  get clock() {
    return this.here.clock;
  }
  get moves() {
    return this.here.moves;
  }
  get recompute() {
    return this.here.recompute;
  }
  get reflag() {
    return this.here.reflag;
  }
  get ageing() {
    return this.here.ageing;
  }
  get imports() {
    return this.here.imports;
  }
  get provenance() {
    return this.here.provenance;
  }
  get undoImport() {
    return this.here.undoImport;
  }
  get pastForecasts() {
    return this.here.pastForecasts;
  }
}
