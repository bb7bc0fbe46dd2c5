// Before anything is painted: the colours this browser wore last, else those its owner likes, and the language. A screen by the bed
// must not flash, and nobody reads English first.
{
  const remembered = (key) => {
    try {
      return localStorage.getItem(`weatherglass.${key}`);
    } catch {
      return null; // a private window: then by the owner's liking
    }
  };
  const { currentScript, documentElement } = document;
  const parts = currentScript.dataset;
  const isWall = location.search.includes('kiosk=1');
  let worn = remembered('worn');
  if (worn !== 'day' && worn !== 'night' && !(isWall && worn === 'dim')) {
    worn = isWall || matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'day';
  }
  const { dataset, style } = documentElement;
  dataset.theme = worn;
  style.colorScheme = worn === 'day' ? 'light' : 'dark';
  style.backgroundColor = { day: '#f7f5f0', night: '#0d1420', dim: '#080402' }[worn];
  // Somebody's choice in this browser; else a wall speaks as its station does (the page comes with it), and a browser as its owner.
  dataset.station = documentElement.lang;
  const liked = [remembered('language'), ...(isWall ? [dataset.station] : navigator.languages)];
  // The language and, where it is told, the region: by them dates and clocks are written.
  const [tag, spoken] = liked
    .map((one) => /^([a-z]{2})(-[A-Z]{2})?(?![a-z])/.exec(one ?? '') ?? [])
    .find(([, one]) => `en ${parts.languages}`.split(' ').includes(one)) ?? ['en', 'en'];
  documentElement.lang = tag;
  documentElement.dir = spoken === 'ar' ? 'rtl' : 'ltr';
  const wanted = [];
  if (spoken !== 'en') {
    dataset.words = parts.words.replace('*', spoken);
    wanted.push(dataset.words);
    if (spoken !== 'ar') wanted.push(parts.letters);
  }
  // And the parts of that language and of the view in the address, which the page itself would ask for one after another.
  const [, view] = /^#\/([a-z]+)/.exec(location.hash) ?? [];
  // Of its own: whoever writes the address may name what every object has.
  for (const href of wanted.concat(Object.hasOwn(parts, view) ? parts[view].split(' ') : [])) {
    const as = href.endsWith('.css') ? 'style' : href.endsWith('.woff2') ? 'font' : 'script';
    const link = document.createElement('link');
    link.rel = as === 'script' ? 'modulepreload' : 'preload';
    link.as = as;
    if (as === 'font') link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  }
}
