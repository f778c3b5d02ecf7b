/**
 * Service worker that stores one patient's page for offline use: the page and its files, nothing else. Its
 * scope is the page's address. Once the link is closed, the stored page is deleted at the next contact.
 */
// Cast at the boundary: the browser runs this as a service worker.
const worker = self as unknown as ServiceWorkerGlobalScope;
const path = new URL(worker.registration.scope).pathname;
const name = `wear ${path}`;
/** Copied from link-api.ts: a service worker script imports nothing. */
const isLinkClosed = (status: number) => status === 410;
/** Timeout for the network, ms. */
const networkTimeoutMs = 4_000;
const favicon = '/favicon.svg';

async function deleteStored(): Promise<void> {
  await caches.delete(name);
  await worker.registration.unregister();
}

const filesIn = (html: string) => [...new Set([favicon, ...(html.match(/\/assets\/[\w.~-]+/g) ?? [])])];

/** Stores an answer with its files, and deletes files that it no longer names. */
async function storeAnswer(answer: Response): Promise<void> {
  const files = filesIn(await answer.clone().text());
  const cache = await caches.open(name);
  for (const file of files) if (!(await cache.match(file, { ignoreVary: true }))) await cache.add(file);
  await cache.put(path, answer);
  const kept = new Set([...files, path]);
  for (const request of await cache.keys())
    if (!kept.has(new URL(request.url).pathname)) await cache.delete(request, { ignoreVary: true });
}

/** Requests the page in the background, so that it does not count as an opening. */
async function storePage(): Promise<void> {
  const answer = await fetch(path, { headers: { 'X-Background': '1' }, cache: 'no-store' });
  if (isLinkClosed(answer.status)) return deleteStored();
  if (answer.ok) await storeAnswer(answer);
}

/** The current page; the stored one if there is no answer or the server fails. */
async function page(event: FetchEvent): Promise<Response> {
  const kept = () => caches.match(path, { cacheName: name, ignoreVary: true });
  try {
    const answer = await fetch(event.request, { signal: AbortSignal.timeout(networkTimeoutMs) });
    if (isLinkClosed(answer.status)) event.waitUntil(deleteStored());
    else if (answer.ok) event.waitUntil(storeAnswer(answer.clone()));
    return answer.status >= 500 ? ((await kept()) ?? answer) : answer;
  } catch {
    // Without a stored page, waits for the network however long it takes.
    return (await kept()) ?? fetch(event.request);
  }
}

const file = async (request: Request): Promise<Response> =>
  (await caches.match(request, { cacheName: name, ignoreVary: true })) ?? fetch(request);

worker.addEventListener('install', event => {
  event.waitUntil(storePage());
  void worker.skipWaiting();
});
worker.addEventListener('activate', event => event.waitUntil(worker.clients.claim()));
worker.addEventListener('message', event => {
  if (event.data === 'keep') event.waitUntil(storePage().catch(() => undefined));
});
worker.addEventListener('fetch', event => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate' && pathname === path) event.respondWith(page(event));
  else if (pathname.startsWith('/assets/') || pathname === favicon) event.respondWith(file(request));
});
