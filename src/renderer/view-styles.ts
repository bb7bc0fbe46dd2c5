import href from './styles/views.css?url';

let coming: Promise<void> | null = null;

/** A part of the page with the styles that the first view does without. */
export const withStyles =
  <M>(load: () => Promise<M>) =>
  (): Promise<M> =>
    Promise.all([load(), viewStyles()]).then(([module]) => module);

/** Once, with the first part that needs them. */
function viewStyles(): Promise<void> {
  coming ??= new Promise<void>((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = () => resolve();
    link.onerror = () => {
      coming = null; // asked for again with the next try
      link.remove();
      reject(new Error(`${href} does not come`));
    };
    document.head.append(link);
  });
  return coming;
}
