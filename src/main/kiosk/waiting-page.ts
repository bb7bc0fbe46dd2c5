import { createHash } from 'node:crypto';
import { escaped } from '../../http/html.ts';
import { type Sentence, sentence } from '../../words/sentence.ts';
import { ENGLISH, type Speaker } from '../../words/speaker.ts';
import { GROUND } from './window.ts';

const STYLE = `
html { height: 100%; background: ${GROUND}; color: #eef3f9; font: 18px/1.5 Inter, system-ui, sans-serif; cursor: none; }
body { height: 100%; margin: 0; display: grid; place-content: center; padding: 0 12vw; box-sizing: border-box; }
h1 { margin: 0 0 0.3em; font-size: 1.7rem; font-weight: 600; letter-spacing: -0.02em; }
p { margin: 0; color: #93a1b5; overflow-wrap: anywhere; }
hr { width: 3rem; margin: 0 0 1.4rem; border: 0; border-top: 3px solid #f6b45a; }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Page of the wall while there is no server: a data: URL without scripts needs neither a file nor a privilege. */
export function waitingPage(reason: Sentence, { language, say }: Speaker = ENGLISH): string {
  const text = (words: Sentence) => escaped(say(words));
  const html = `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><title>${text(sentence('waiting.title'))}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${STYLE_HASH}'">
<style>${STYLE}</style></head>
<body><main><hr><h1>${text(sentence('waiting.heading'))}</h1><p>${text(reason)}</p></main></body></html>`;
  return `data:text/html;charset=utf-8,${encodeURIComponent(html)}`;
}
