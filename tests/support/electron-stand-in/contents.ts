import { EventEmitter } from 'node:events';
import { type Browser, processesOf } from './chromium.ts';
import type { DevTools, Params } from './devtools.ts';

/** Keys reach a page through the window system; the page reports them back before anything else sees them. */
const REPORT_KEYS = `addEventListener('keydown', (e) => standInKey(JSON.stringify(
  { type: 'keyDown', key: e.key, control: e.ctrlKey, alt: e.altKey, meta: e.metaKey, shift: e.shiftKey })), true)`;

interface Frame {
  id: string;
  url: string;
  parentId?: string;
}

/** Electron's WebContents as far as the kiosk uses it, over one DevTools session. */
export class StandInContents extends EventEmitter {
  readonly #ready: Promise<{ devtools: DevTools; sessionId: string; frameId: string }>;
  readonly #window: EventEmitter;
  readonly #profile: string;
  #url = '';
  #own: string | null = null; // the address loadURL asked for: Electron asks will-navigate only about others
  #status = 0;
  #openHandler: ((details: { url: string }) => { action: string }) | null = null;
  #painted = false;

  constructor(window: EventEmitter, browser: Promise<Browser>, profile: string) {
    super();
    this.#window = window;
    this.#profile = profile;
    this.#ready = browser.then(({ devtools }) => this.#attach(devtools));
  }

  getURL = () => this.#url;
  getOSProcessId = () => processesOf(this.#profile, 'renderer').at(-1) ?? 0;
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.#openHandler = handler;
  }
  forcefullyCrashRenderer(): void {
    for (const pid of processesOf(this.#profile, 'renderer')) process.kill(pid, 'SIGKILL');
  }

  async loadURL(url: string): Promise<void> {
    this.#own = url;
    const { errorText } = await this.#send('Page.navigate', { url });
    if (typeof errorText !== 'string') return;
    const code = errorText === 'net::ERR_ABORTED' ? -3 : -102;
    this.emit('did-fail-load', {}, code, errorText, url, true);
    throw Object.assign(new Error(errorText), { errno: code });
  }

  async executeJavaScript(expression: string): Promise<unknown> {
    const { result } = await this.#send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    return (result as Params)['value'];
  }

  async insertCSS(css: string): Promise<string> {
    await this.executeJavaScript(`{ const sheet = new CSSStyleSheet(); sheet.replaceSync(${JSON.stringify(css)});
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]; }`);
    return 'key';
  }

  async #send(method: string, params: Params): Promise<Params> {
    const { devtools, sessionId } = await this.#ready;
    return devtools.send(method, params, sessionId);
  }

  async #attach(devtools: DevTools) {
    const { targetInfos } = await devtools.send('Target.getTargets');
    const page = (targetInfos as Params[]).find((target) => target['type'] === 'page')!;
    const { sessionId } = (await devtools.send('Target.attachToTarget', {
      targetId: page['targetId'],
      flatten: true,
    })) as {
      sessionId: string;
    };
    devtools.on((method, params, from) => {
      if (from === sessionId) this.#tell(method, params);
      if (method === 'Target.targetCreated')
        this.#judgePopup(devtools, params['targetInfo'] as Params, page['targetId']);
    });
    const send = (method: string, params: Params = {}) => devtools.send(method, params, sessionId);
    await devtools.send('Target.setDiscoverTargets', { discover: true });
    await send('Page.enable');
    await send('Page.setLifecycleEventsEnabled', { enabled: true });
    await send('Inspector.enable');
    await send('Network.enable');
    await send('Runtime.enable');
    await send('Runtime.addBinding', { name: 'standInKey' });
    await send('Page.addScriptToEvaluateOnNewDocument', { source: REPORT_KEYS });
    await send('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Request' }] });
    const { frameTree } = (await send('Page.getFrameTree')) as { frameTree: { frame: Frame } };
    return { devtools, sessionId, frameId: frameTree.frame.id };
  }

  #tell(method: string, params: Params): void {
    switch (method) {
      case 'Fetch.requestPaused':
        void this.#judgeNavigation(params);
        break;
      case 'Network.responseReceived':
        if (params['type'] === 'Document') this.#status = Number((params['response'] as Params)['status']);
        break;
      case 'Page.frameNavigated':
        this.#navigated(params['frame'] as Frame);
        break;
      case 'Page.navigatedWithinDocument':
        this.#url = String(params['url']);
        this.emit('did-navigate-in-page', {}, this.#url, true);
        break;
      case 'Page.domContentEventFired':
        this.emit('dom-ready', {});
        break;
      case 'Page.loadEventFired':
        this.emit('did-finish-load', {});
        break;
      case 'Page.lifecycleEvent':
        if (params['name'] === 'firstPaint' && this.#own !== null && !this.#painted) {
          this.#painted = true;
          this.#window.emit('ready-to-show');
        }
        break;
      case 'Inspector.targetCrashed':
        void this.#ready.then(({ devtools, sessionId }) => devtools.forget(sessionId, 'the page has crashed'));
        this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 });
        break;
      case 'Runtime.bindingCalled':
        this.emit('before-input-event', { preventDefault: () => undefined }, JSON.parse(String(params['payload'])));
        break;
    }
  }

  #navigated(frame: Frame): void {
    if (frame.parentId !== undefined) return;
    this.#url = frame.url;
    this.emit('did-navigate', {}, frame.url, frame.url.startsWith('data:') ? -1 : this.#status);
  }

  async #judgeNavigation(params: Params): Promise<void> {
    const { frameId } = await this.#ready;
    const url = String((params['request'] as Params)['url']);
    const isMainFrame = params['frameId'] === frameId;
    let prevented = false;
    const details = { url, isMainFrame, isSameDocument: false, preventDefault: () => (prevented = true) };
    const bare = (address: string | null) => address?.split('#')[0];
    if (!(isMainFrame && bare(url) === bare(this.#own))) {
      this.emit('will-frame-navigate', details);
      if (isMainFrame) this.emit('will-navigate', details);
    }
    const { requestId } = params;
    if (prevented) {
      await this.#send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      this.emit('stand-in-refused', url);
    } else await this.#send('Fetch.continueRequest', { requestId });
  }

  #judgePopup(devtools: DevTools, target: Params, ownTarget: unknown): void {
    if (target['type'] !== 'page' || target['targetId'] === ownTarget) return;
    const url = String(target['url']);
    if (this.#openHandler?.({ url }).action === 'allow') return;
    const closed = devtools.send('Target.closeTarget', { targetId: target['targetId'] });
    void closed.then(() => this.emit('stand-in-refused', url));
  }
}
