// Keeps the page's own files, so that it opens without a network. offline.mjs fills in which files and which build.
// Neither /api nor /ws is touched: what the server knows is asked of the server, always.
const BUILD = 'BUILD_NAME';
const FILES = ['FILE_NAMES'];
const PREFIX = 'koloda-shell-';
const SHELL = PREFIX + BUILD;

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell());
});

// A new worker waits until no page of the old one is open, so an old page never loses the files that belong to it.
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([dropOld(), self.registration.navigationPreload?.enable()]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || /^\/(api|ws)\//.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(page(event));
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request));
  else if (FILES.includes(pathname)) event.respondWith(fresh(request));
});

async function keepShell() {
  const shell = await caches.open(SHELL);
  await shell.addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' })));
}

async function dropOld() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== SHELL).map((name) => caches.delete(name)),
  );
}

/** The page as the server has it now; the kept one, marked, only where the server cannot be reached. */
async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    const kept = await (await caches.open(SHELL)).match('/');
    if (!kept) return Response.error();
    const text = (await kept.text()).replace('<html ', '<html data-offline ');
    return new Response(text, { headers: kept.headers });
  }
}

/** The name of an asset changes with its content, so a kept one is never out of date. */
async function asset(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

async function fresh(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request, { ignoreVary: true })) ?? Response.error();
  }
}
