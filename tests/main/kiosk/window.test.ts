import { describe, expect, it } from 'vitest';
import { waitingPage } from '../../../src/main/kiosk/waiting-page.ts';
import { chosenDisplay, type KioskOptions, viewOf, wallUrl, windowOptions } from '../../../src/main/kiosk/window.ts';
import { localUrl } from '../../../src/main/machine/addresses.ts';
import { foreign, sentence } from '../../../src/words/sentence.ts';
import { speakerOf } from '../../../src/words/speakers.ts';

const URL_OF_STATION = 'http://127.0.0.1:8000';
const options: KioskOptions = {
  display: 0,
  zoom: 1.25,
  layout: 'auto' as const,
  hide_cursor: true,
  nightly_reload: null,
  memory_limit_mb: 600,
  language: 'en',
};

it('opens dark, full and unseen until there is something to see', () => {
  const made = windowOptions(options, { x: 10, y: 0, width: 800, height: 480 });
  expect(made).toMatchObject({ kiosk: true, show: false, backgroundColor: '#0d1420', x: 10, width: 800, height: 480 });
  expect(made.webPreferences?.zoomFactor).toBe(1.25);
});

describe('the chosen display', () => {
  const at = (x: number) => ({ bounds: { x, y: 0, width: 800, height: 480 } });
  const [left, right] = [at(0), at(800)];
  it('is the one asked for', () => expect(chosenDisplay(1, [left, right], left)).toBe(right));
  it('is the primary one where that one is off', () => {
    expect(chosenDisplay(1, [left], left)).toBe(left);
  });
});

describe('the address of the wall', () => {
  it('is on the loopback even when the station listens everywhere', () => {
    for (const host of ['0.0.0.0', '::'])
      expect(wallUrl(localUrl(host, 8000), '/', 'auto')).toBe('http://127.0.0.1:8000/?kiosk=1&quit=1');
  });
  it('comes back to the view that was open', () => {
    const view = viewOf('http://127.0.0.1:8000/?kiosk=1&quit=1#/history/30d', URL_OF_STATION);
    expect(wallUrl(URL_OF_STATION, view!, 'auto')).toBe('http://127.0.0.1:8000/?kiosk=1&quit=1#/history/30d');
  });
  it('knows no view in foreign, empty or waiting pages', () => {
    for (const page of ['', 'about:blank', waitingPage(foreign('x')), 'http://127.0.0.1:9/'])
      expect(viewOf(page, URL_OF_STATION)).toBeNull();
    expect(viewOf('http://127.0.0.1:8000/', null)).toBeNull();
  });
});

describe('the waiting page', () => {
  it('shows the reason and lets none of it become markup', () => {
    const html = decodeURIComponent(waitingPage(foreign('Port <8000> & "more"')).split(',').slice(1).join(','));
    expect(html).toContain('Port &lt;8000&gt; &amp; &quot;more&quot;');
    expect(html).not.toContain('<script');
    expect(html).toContain("default-src 'none'");
  });

  it('speaks the language of the wall, and leaves the words of others as they are', async () => {
    const page = waitingPage(
      sentence('waiting.next-try', { reason: 'EADDRINUSE <8000>.', seconds: 5 }),
      await speakerOf('de'),
    );
    const html = decodeURIComponent(page.split(',').slice(1).join(','));
    expect(html).toContain('<html lang="de" dir="ltr">');
    expect(html).toContain('Weatherglass wird vorbereitet');
    expect(html).toContain('EADDRINUSE &lt;8000&gt;. Nächster Versuch in 5 s.');
    expect(decodeURIComponent(waitingPage(foreign('x'), await speakerOf('ar')))).toContain('dir="rtl"');
  });
});
