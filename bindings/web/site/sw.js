/** Keeps the whole site for use without a network. The build fills in the version and the files. */

// Other copies of the site on this server have caches of their own.
const OWN = `gridlaw ${registration.scope} `;
const CACHE = `${OWN}@VERSION@`;
const FILES = '@FILES@';

addEventListener('install', (event) => {
  // Not from the browser's own cache, which may hold files of the version before.
  const files = FILES.map((file) => new Request(file, { cache: 'reload' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(files)).then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  const stale = (name) => name.startsWith(OWN) && name !== CACHE;
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter(stale).map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  );
});

addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || new URL(event.request.url).origin !== location.origin) return;
  const kept = caches.open(CACHE).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((answer) => answer ?? fetch(event.request)));
});
