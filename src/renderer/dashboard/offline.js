// The page itself, kept by browsers that may (on https, or at the station): without the station it opens and says so.
// One language is kept, the one this worker was asked for in (main.tsx): English is in the page itself.
const LANGUAGE = new URL(location.href).searchParams.get('lang') ?? 'en';
const CACHE = `weatherglass-__BUILD__-${LANGUAGE}`;
const WORDS = __WORDS__;
const FILES = [...__FILES__, ...(WORDS[LANGUAGE] ?? [])];
const ANSWER_WITHIN_MS = 3000;

addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

addEventListener('activate', (event) => {
  const forget = (names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(forget));
});

addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.method !== 'GET' || pathname.startsWith('/api/') || pathname.startsWith('/kiosk/')) return;
  if (event.request.mode === 'navigate') event.respondWith(fresh(event.request));
  else if (pathname.startsWith('/static/')) event.respondWith(kept(event.request));
});

// The page as the station has it now; while it is silent, as it was.
async function fresh(request) {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  } catch (error) {
    const page = await caches.match('/');
    if (page) return page;
    throw error;
  }
}

// Parts are named by their content: what is kept is right.
const kept = async (request) => (await caches.match(request)) ?? fetch(request);
