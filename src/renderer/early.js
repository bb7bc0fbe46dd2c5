// Before anything is painted: the colours this browser wore last, else those its owner likes. A screen by the bed must not flash.
{
  let worn = null;
  try {
    worn = localStorage.getItem('weatherglass.worn');
  } catch {
    // a private window: then by the owner's liking
  }
  if (worn !== 'day' && worn !== 'night') {
    const isWall = location.search.includes('kiosk=1');
    worn = isWall || matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'day';
  }
  const { dataset, style } = document.documentElement;
  dataset.theme = worn;
  style.colorScheme = worn === 'night' ? 'dark' : 'light';
  style.backgroundColor = worn === 'night' ? '#0d1420' : '#f7f5f0';
  // And the parts of the view in the address, which the page itself would ask for one after another.
  const [, view] = /^#\/([a-z]+)/.exec(location.hash) ?? [];
  for (const href of document.currentScript.dataset[view]?.split(' ') ?? []) {
    const link = document.createElement('link');
    link.rel = href.endsWith('.css') ? 'preload' : 'modulepreload';
    link.as = href.endsWith('.css') ? 'style' : 'script';
    link.href = href;
    document.head.append(link);
  }
}
