/**
 * Keeps one patient's page for when there is no network: the page itself and the files that it names, nothing else. Its
 * scope is that page's address. Where the link is closed, what was kept goes at the next contact.
 */
// The boundary: the browser runs it as a service worker.
const worker = self as unknown as ServiceWorkerGlobalScope;
const path = new URL(worker.registration.scope).pathname;
const name = `wear ${path}`;
/** As the page has it: the browser runs a worker that imports nothing. */
const isOver = (status: number) => status === 410;
/** Milliseconds after which a line that answers nothing is none. */
const patience = 4_000;
const favicon = '/favicon.svg';

async function drop(): Promise<void> {
  await caches.delete(name);
  await worker.registration.unregister();
}

const filesIn = (html: string) => [...new Set([favicon, ...(html.match(/\/assets\/[\w.~-]+/g) ?? [])])];

/** Keeps an answer with the files that it names, and lets go of what it no longer does. */
async function keepAnswer(answer: Response): Promise<void> {
  const files = filesIn(await answer.clone().text());
  const cache = await caches.open(name);
  for (const file of files) if (!(await cache.match(file, { ignoreVary: true }))) await cache.add(file);
  await cache.put(path, answer);
  const kept = new Set([...files, path]);
  for (const request of await cache.keys())
    if (!kept.has(new URL(request.url).pathname)) await cache.delete(request, { ignoreVary: true });
}

/** Asks for the page once more, as nobody who opens it. */
async function keep(): Promise<void> {
  const answer = await fetch(path, { headers: { 'X-Background': '1' }, cache: 'no-store' });
  if (isOver(answer.status)) return drop();
  if (answer.ok) await keepAnswer(answer);
}

/** The page of now; the one that was kept where nothing answers, or a server that is not well. */
async function page(event: FetchEvent): Promise<Response> {
  const kept = () => caches.match(path, { cacheName: name, ignoreVary: true });
  try {
    const answer = await fetch(event.request, { signal: AbortSignal.timeout(patience) });
    if (isOver(answer.status)) event.waitUntil(drop());
    else if (answer.ok) event.waitUntil(keepAnswer(answer.clone()));
    return answer.status >= 500 ? ((await kept()) ?? answer) : answer;
  } catch {
    // A line that is only slow is waited for where there is nothing else.
    return (await kept()) ?? fetch(event.request);
  }
}

const file = async (request: Request): Promise<Response> =>
  (await caches.match(request, { cacheName: name, ignoreVary: true })) ?? fetch(request);

worker.addEventListener('install', event => {
  event.waitUntil(keep());
  void worker.skipWaiting();
});
worker.addEventListener('activate', event => event.waitUntil(worker.clients.claim()));
worker.addEventListener('message', event => {
  if (event.data === 'keep') event.waitUntil(keep().catch(() => undefined));
});
worker.addEventListener('fetch', event => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate' && pathname === path) event.respondWith(page(event));
  else if (pathname.startsWith('/assets/') || pathname === favicon) event.respondWith(file(request));
});
