import { type Clock, every } from '../../base/clock.ts';
import { messageOf } from '../../base/system-error.ts';
import { type Sentence, sentence } from '../../words/sentence.ts';
import { errorCode } from '../sensors/machine/files.ts';
import type { BoardNotice } from '../sensors/sample.ts';
import { ambientShare, followed, STEPS, USUAL_STEP } from './brightness.ts';
import { dim } from './encode.ts';
import { darkFrame, type Frame, fade, hexOf } from './frame.ts';
import type { Panel } from './panel.ts';
import { confirmation } from './scenes/signs.ts';
import { type Scene, sceneAfter, urgentScenes } from './scenes.ts';
import type { DisplayState } from './state.ts';

const FADE_S = 0.4;
const FLASH_S = 1.2;
const STATE_EVERY_S = 0.5;
const SEEK_EVERY_S = 60;
const FRAMES_PER_S = 12;

/** LED display: scenes in turn, an alert before all, a flash for the stick; dimmed to its surroundings. */
export class LedDisplay {
  #panel: Panel | null = null;
  #seekAtS = Number.NEGATIVE_INFINITY;
  #state: DisplayState | null = null;
  #stateAtS = Number.NEGATIVE_INFINITY;
  #scene: Scene | null = null;
  #sceneSinceS = 0;
  /** The picture shown last before this scene, from which it fades. */
  #before: Frame = darkFrame;
  #flash: { kind: 'dry' | 'rain'; untilS: number } | null = null;
  #ambient: number | null = null;
  #lastS: number | null = null;
  #step = USUAL_STEP;
  #picture: Frame = darkFrame;
  #sent: Frame | null = null;
  /** `display_frame` of the status: the scene's name, or null while the panel is off. */
  frameName: string | null = null;
  #trouble = false;
  #notices: BoardNotice[] = [];

  constructor(
    /** Looks for the panel; called again every minute while there is none. Null: no panel, the preview alone. */
    private readonly seek: () => Promise<Panel | null>,
    private readonly stateNow: () => DisplayState,
    private readonly clock: Clock,
    /** `brightness`: 0..1, by day. */
    private readonly options: { brightness: number; sceneS: number },
  ) {}

  /** Draws until `signal`, then leaves the panel dark. Rejects only with what `stateNow` throws. */
  async run(signal: AbortSignal): Promise<void> {
    await every(1000 / FRAMES_PER_S, this.clock, signal, () => this.tick());
    const obstacle = await this.#letGo();
    if (obstacle !== null) this.#tell('warn', sentence('panel.lit', { why: obstacle }));
    this.#picture = darkFrame;
    this.frameName = null;
  }

  /** 64 `#rrggbb`, before dimming: a screen that shows them has a brightness of its own. */
  frame(): string[] {
    return this.#picture.map(hexOf);
  }

  nextScene(): void {
    this.#change(this.#nowS());
  }

  brighter(): void {
    this.#step = Math.min(STEPS.length - 1, this.#step + 1);
  }

  dimmer(): void {
    this.#step = Math.max(0, this.#step - 1);
  }

  /** Confirms a label. */
  flash(kind: 'dry' | 'rain'): void {
    this.#flash = { kind, untilS: this.#nowS() + FLASH_S };
  }

  takeNotices(): BoardNotice[] {
    return this.#notices.splice(0);
  }

  /** Draws one picture. */
  async tick(): Promise<void> {
    const nowS = this.#nowS();
    this.#picture = this.#compose(nowS, this.#look(nowS));
    await this.#send(nowS, dim(this.#picture, this.#brightness(nowS)));
  }

  #nowS(): number {
    return this.clock.steadyMs() / 1000;
  }

  #look(nowS: number): DisplayState {
    if (this.#state === null || nowS - this.#stateAtS >= STATE_EVERY_S) {
      this.#state = this.stateNow();
      this.#stateAtS = nowS;
    }
    return { ...this.#state, animationS: nowS };
  }

  #compose(nowS: number, state: DisplayState): Frame {
    if (this.#flash && nowS >= this.#flash.untilS) this.#flash = null;
    if (this.#flash) {
      this.frameName = `label ${this.#flash.kind}`;
      return confirmation(this.#flash.kind);
    }
    for (const { name, draw } of urgentScenes) {
      const picture = draw(state);
      if (picture === null) continue;
      this.frameName = name;
      return picture;
    }
    let picture = nowS - this.#sceneSinceS < this.options.sceneS ? this.#scene?.draw(state) : null;
    if (!picture) {
      this.#change(nowS);
      picture = this.#scene!.draw(state)!;
    }
    this.frameName = this.#scene!.name;
    const share = (nowS - this.#sceneSinceS) / FADE_S;
    return share < 1 ? fade(this.#before, picture, share) : picture;
  }

  #change(nowS: number): void {
    if (!this.#state) return;
    this.#before = this.#picture;
    this.#scene = sceneAfter(this.#scene?.name ?? null, this.#state);
    this.#sceneSinceS = nowS;
  }

  #brightness(nowS: number): number {
    const { sunElevationDeg, lux } = this.#state!;
    const target = ambientShare(sunElevationDeg, lux);
    const dtS = nowS - (this.#lastS ?? nowS);
    this.#ambient = this.#ambient === null ? target : this.#ambient + (target - this.#ambient) * followed(dtS);
    this.#lastS = nowS;
    return Math.min(1, this.#ambient * this.options.brightness * STEPS[this.#step]!);
  }

  async #send(nowS: number, frame: Frame): Promise<void> {
    try {
      if (!this.#panel) {
        if (nowS - this.#seekAtS < SEEK_EVERY_S) return;
        this.#seekAtS = nowS;
        this.#panel = await this.seek();
        this.#sent = null;
        if (!this.#panel) return;
        if (this.#trouble) this.#tell('info', sentence('panel.back', { name: this.#panel.name }));
        this.#trouble = false;
      }
      if (this.#sent !== null && same(this.#sent, frame)) return;
      await this.#panel.show(frame);
      this.#sent = frame;
    } catch (error) {
      this.#seekAtS = nowS;
      await this.#letGo(); // a panel that failed fails at its farewell too; the first reason is the one to tell
      if (!this.#trouble) this.#tell('warn', lost(error));
      this.#trouble = true;
    }
  }

  /** Dark and closed. Answers what stood in the way, or null. */
  async #letGo(): Promise<string | null> {
    const panel = this.#panel;
    this.#panel = null;
    try {
      await panel?.close();
      return null;
    } catch (error) {
      return messageOf(error);
    }
  }

  #tell(severity: BoardNotice['severity'], words: Sentence): void {
    this.#notices.push({ kind: 'display', severity, ...words });
  }
}

const same = (a: Frame, b: Frame): boolean => a.every((colour, i) => colour === b[i]);

const lost = (error: unknown): Sentence =>
  errorCode(error) === 'EACCES' ? sentence('panel.forbidden') : sentence('panel.lost', { why: messageOf(error) });
