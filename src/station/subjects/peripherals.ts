import type { DisplayPreview, ProbeStatus } from '../../contract/status.ts';
import { LedDisplay } from '../display/led-display.ts';
import { findPanel } from '../display/panel.ts';
import type { DisplayState } from '../display/state.ts';
import type { StationParts } from '../parts.ts';
import type { Report } from '../report.ts';
import { openI2cBus } from '../sensors/bus/i2c-bus.ts';
import { Joystick, type JoystickActions } from '../sensors/periphery/joystick.ts';
import type { OutdoorProbe } from '../sensors/periphery/probe.ts';

type Parts = Pick<StationParts, 'config' | 'clock' | 'files' | 'inputRecordBytes'>;

export interface PeripheralHooks {
  displayState(): DisplayState;
  /** False where it was refused. */
  label(value: 0 | 1): boolean;
  report: Report;
}

/** Peripherals besides the board: probe, LED panel and joystick, each in its own loop, all optional. */
export class Peripherals {
  readonly #display: LedDisplay | null;
  readonly #joystick: Joystick | null;
  readonly #stop = new AbortController();
  #displayRun: Promise<void> = Promise.resolve();

  /** Without hardware access (`files` is null) the panel is only a preview. */
  constructor(
    parts: Parts,
    private readonly probe: OutdoorProbe | null,
    private readonly hooks: PeripheralHooks,
  ) {
    const { config, clock, files, inputRecordBytes = 24 } = parts;
    const { sensors, display } = config;
    const openBus = () => openI2cBus(sensors.i2c_bus);
    const { brightness, scene_s: sceneS, rotation_deg } = display;
    const panel = async () => files && findPanel(files, openBus, rotation_deg, sensors.i2c_bus);
    this.#display = display.enabled ? new LedDisplay(panel, hooks.displayState, clock, { brightness, sceneS }) : null;
    this.#joystick = files && sensors.joystick ? new Joystick(files, clock, this.#actions(), inputRecordBytes) : null;
  }

  start(): void {
    const { signal } = this.#stop;
    if (this.#display) this.#displayRun = this.#display.run(signal);
    void this.probe?.run(signal);
    void this.#joystick?.run(signal);
  }

  /** Resolves when the panel is dark. A probe read that still blocks is not waited for. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#displayRun;
  }

  /** Notices since the last call become events. */
  tell(): void {
    for (const part of [this.probe, this.#joystick, this.#display]) {
      for (const notice of part?.takeNotices() ?? [])
        this.hooks.report(notice.kind, notice.severity, notice, notice.data);
    }
  }

  probeStatus(): ProbeStatus | null {
    return this.probe?.status() ?? null;
  }

  get frameName(): string | null {
    return this.#display?.frameName ?? null;
  }

  preview(): DisplayPreview | null {
    return this.#display && { frame: this.#display.frameName, pixels: this.#display.frame() };
  }

  #actions(): JoystickActions {
    const label = (value: 0 | 1) => {
      if (this.hooks.label(value)) this.#display?.flash(value === 1 ? 'rain' : 'dry');
    };
    return {
      dry: () => label(0),
      rain: () => label(1),
      nextScene: () => this.#display?.nextScene(),
      brighter: () => this.#display?.brighter(),
      dimmer: () => this.#display?.dimmer(),
    };
  }
}
