import href from './styles/views.css?url';

let coming: Promise<void> | null = null;

/** The style sheet of the reading views: once, with the first of them. */
export function viewStyles(): Promise<void> {
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
