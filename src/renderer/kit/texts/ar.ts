import { words } from '../../../locales/made/page/ar.ts';
import sheet from './arabic.css?inline';

// Arabic comes with the letters that the page lacks. Tests read the words where there is no page to dress.
if (typeof document !== 'undefined') {
  const styles = new CSSStyleSheet();
  styles.replaceSync(sheet);
  document.adoptedStyleSheets.push(styles);
}

export { words };
