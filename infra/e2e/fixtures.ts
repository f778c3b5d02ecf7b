/**
 * Fixtures of every end-to-end test: the server of its worker, and signed-in users with their own browsers.
 */
import { join } from 'node:path';
import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { demoPassword } from '../testing/client.ts';
import { type ServerProcess, startServer } from '../testing/server.ts';

type Worker = {
  server: ServerProcess;
  serverUrl: string;
  /** Folder of the letters that the server sends; created with the first one. */
  letters: string;
};
type World = {
  /** Address that the users' browsers open: the worker's server, unless a test has its own. */
  siteUrl: string;
  /** Pixels drawn per CSS pixel. Default 0.5, because the processor draws them. 1 for tests that measure time. */
  density: number;
  /** Signs in a demo user in their own browser. */
  as: (
    user: string,
    options?: {
      lang?: 'en' | 'zh-CN';
      theme?: 'light' | 'dark';
      /** Start of the browser's clock in ms; the clock runs on from there. */
      now?: number;
      /**
       * Path to open until the page is live. Default: the workbench. Null: none, for a test that opens its
       * page itself.
       */
      at?: string | null;
      /** Browser to open. Default: the worker's. */
      browser?: Browser;
    },
  ) => Promise<Page>;
  /** Opens a browser without a session. */
  nobody: (options?: {
    lang?: 'en' | 'zh-CN';
    theme?: 'light' | 'dark';
    javaScript?: boolean;
  }) => Promise<Page>;
};

/** No endless animations, so that waiting windows use no processor time. */
const still = { reducedMotion: 'reduce' } as const;

/** Makes pages draw 3D, charts and maps with other numbers of pixels per CSS pixel. */
const drawWithDensity = (context: BrowserContext, density: number) =>
  context.addInitScript(
    density => Object.defineProperty(window, 'devicePixelRatio', { get: () => density }),
    density,
  );

/** Addresses of the nodes of a running stack (infra/stack), over which users are distributed. */
const nodes = process.env.ARCHLINE_URLS?.split(',');

/** A server that tests must not stop or advance in time: a node of a stack, or a prestarted server. */
const notOurs = ({ url, dataDir }: Pick<ServerProcess, 'url' | 'dataDir'>): ServerProcess => ({
  url,
  pid: 0,
  dataDir,
  advance: () => Promise.reject(new Error('this server has the system’s clock')),
  prints: () => Promise.reject(new Error('this server was started elsewhere')),
  stop: async () => undefined,
});

export const test = base.extend<World, Worker>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: playwright wants the pattern
    async ({}, use) => {
      if (nodes) return use(notOurs({ url: nodes[0] ?? '', dataDir: '' }));
      if (process.env.ARCHLINE_PRESTARTED_SERVER)
        return use(notOurs(JSON.parse(process.env.ARCHLINE_PRESTARTED_SERVER)));
      const server = await startServer({ previews: true });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  serverUrl: [({ server }, use) => use(server.url), { scope: 'worker' }],
  letters: [({ server }, use) => use(join(server.dataDir, 'mail')), { scope: 'worker' }],
  siteUrl: ({ serverUrl }, use) => use(serverUrl),
  density: [0.5, { option: true }],
  nobody: async ({ browser, siteUrl: serverUrl, density }, use) => {
    const open: BrowserContext[] = [];
    await use(async ({ lang = 'en', theme = 'light', javaScript = true } = {}) => {
      const context = await browser.newContext({
        ...still,
        baseURL: serverUrl,
        colorScheme: theme,
        javaScriptEnabled: javaScript,
      });
      await context.addCookies([
        { name: 'lang', value: lang, url: serverUrl },
        { name: 'theme', value: theme, url: serverUrl },
      ]);
      await drawWithDensity(context, density);
      open.push(context);
      return context.newPage();
    });
    for (const context of open) await context.close();
  },
  as: async ({ browser: ofWorker, siteUrl: serverUrl, density }, use) => {
    const open: BrowserContext[] = [];
    await use(async (user, { lang = 'en', theme = 'light', now, at, browser = ofWorker } = {}) => {
      const url = nodes?.[open.length % nodes.length] ?? serverUrl;
      const context = await browser.newContext({ ...still, baseURL: url, colorScheme: theme });
      await context.addCookies([
        { name: 'lang', value: lang, url },
        { name: 'theme', value: theme, url },
      ]);
      open.push(context);
      await drawWithDensity(context, density);
      if (now !== undefined) await context.clock.install({ time: now });
      // Sends the form of the sign-in page over HTTP, instead of opening a window each time.
      const form = { userName: user, password: demoPassword };
      const answer = await context.request.post('/login', { form, maxRedirects: 0 });
      expect(answer.status()).toBe(303);
      const page = await context.newPage();
      if (at) await openLivePage(page, at);
      else if (at === undefined) await page.goto('/workbench');
      return page;
    });
    for (const context of open) await context.close();
  },
});

/** Fills in the sign-in page. */
export async function signIn(page: Page, user: string, password = demoPassword): Promise<void> {
  if (!page.url().includes('/login')) await page.goto('/login');
  await page.locator('input[name="userName"]').fill(user);
  await page.locator('input[name="password"]').fill(password);
  await page.locator('form[action="/login"] button[type="submit"]').click();
  await page.waitForURL(url => !url.pathname.startsWith('/login'));
}

/** Ends the page's session on the server, as another window would. */
export async function endSessionElsewhere(page: Page, serverUrl: string): Promise<void> {
  const cookies = await page.context().cookies();
  const token = cookies.find(c => c.name === 'session')?.value ?? '';
  const headers = { Authorization: token, 'Content-Type': 'application/json' };
  const answer = await fetch(`${serverUrl}/api/login/${token}`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ token }),
  });
  expect(answer.status).toBe(200);
}

/**
 * Opens a page and waits until it is live, that is, receives pushes. early.spec.ts tests input before that.
 */
export async function openLivePage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('header [data-state="live"]')).toBeAttached();
}

export { expect };
