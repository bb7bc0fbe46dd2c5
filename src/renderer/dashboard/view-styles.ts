import { withMoreWords } from '../kit/texts/in-language.ts';
import forms from './forms.css?url';
import views from './views.css?url';

const coming = new Map<string, Promise<void>>();

/** Loads a part of the page together with the styles that the first view does without. */
export const withStyles =
  <M>(load: () => Promise<M>, ...more: string[]) =>
  (): Promise<M> =>
    Promise.all([load(), ...[views, ...more].map(stylesOf)]).then(([module]) => module);

/** Loads a form view with the form styles and the words of the settings, which reading views do without. */
export const withForms = <M>(load: () => Promise<M>): (() => Promise<M>) => withStyles(withMoreWords(load), forms);

/** Fetches a style sheet, once. */
function stylesOf(href: string): Promise<void> {
  const known = coming.get(href);
  if (known) return known;
  const styles = new Promise<void>((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = () => resolve();
    link.onerror = () => {
      coming.delete(href); // asked for again with the next try
      link.remove();
      reject(new Error(`${href} does not come`));
    };
    document.head.append(link);
  });
  coming.set(href, styles);
  return styles;
}
