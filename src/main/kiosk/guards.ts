import type { Input, Session, WebContents } from 'electron';

/** The page ends the program by navigating here. Only the kiosk's window notices; elsewhere it is an unknown path. No preload, no IPC. */
const QUIT_PATH = '/kiosk/quit';

/** The dashboard may load itself again; its views are fragments. All else would leave the wall without a way back. */
export function judgeNavigation(target: string, wallOrigin: string | null): 'allow' | 'deny' | 'quit' {
  const url = URL.canParse(target) ? new URL(target) : null;
  if (url === null || wallOrigin === null || url.origin !== wallOrigin) return 'deny';
  if (url.pathname === QUIT_PATH) return 'quit';
  return url.pathname === '/' ? 'allow' : 'deny';
}

export const isQuitKey = (input: Pick<Input, 'type' | 'key' | 'control' | 'alt' | 'meta' | 'shift'>): boolean =>
  input.type === 'keyDown' &&
  input.control &&
  !input.alt &&
  !input.meta &&
  !input.shift &&
  input.key.toLowerCase() === 'q';

/** Denied by default, for every page this program will ever show. */
export function guardContents(contents: WebContents, wallOrigin: () => string | null, quit: () => void): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('will-redirect', (details) => {
    if (judgeNavigation(details.url, wallOrigin()) !== 'allow') details.preventDefault();
  });
  contents.on('will-frame-navigate', (details) => {
    if (!details.isMainFrame) details.preventDefault(); // the dashboard has no frames
  });
  contents.on('will-navigate', (details) => {
    const verdict = judgeNavigation(details.url, wallOrigin());
    if (verdict !== 'allow') details.preventDefault();
    if (verdict === 'quit') quit();
  });
  contents.on('before-input-event', (event, input) => {
    if (!isQuitKey(input)) return;
    event.preventDefault();
    quit();
  });
}

/** A weather station needs no camera, no place, no notification and no save dialog on the wall. */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
}
