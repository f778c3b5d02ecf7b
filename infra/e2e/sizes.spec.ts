/** Budgets of UI.md 4 in bytes sent over the network (brotli), and the requests of a page. */
import type { Page, Request } from '@playwright/test';
import { stepsOfMethod } from '#web/features/wizard/steps.ts';
import { plainPagePaths } from '#web/lib/plain-pages.ts';
import { signIn } from '../testing/client.ts';
import { expect, openLivePage, test } from './fixtures.ts';

const KiB = 1024;

type Sizes = Map<string, number>;

type Scripts = {
  /** Bytes of each script sent over the network, cached or not. */
  sizes: Sizes;
  /** Resolves when the idle prefetch has finished and no script is loading. */
  rested(): Promise<void>;
};

/** Records the scripts that a page requests from now on. */
function scriptsOf(page: Page): Scripts {
  const sizes: Sizes = new Map();
  const open = new Set<Request>();
  const isScript = (request: Request) => request.resourceType() === 'script';
  page.on('request', request => isScript(request) && open.add(request));
  page.on('response', response => {
    if (!isScript(response.request())) return;
    sizes.set(new URL(response.url()).pathname, Number(response.headers()['content-length']));
  });
  const over = (request: Request) => open.delete(request);
  page.on('requestfinished', over);
  page.on('requestfailed', over);
  const rested = async () => {
    // Idle callbacks run in order, so the page's own ones have requested their scripts.
    await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)));
    await page.waitForLoadState('networkidle');
    await expect.poll(() => open.size).toBe(0);
  };
  return { sizes, rested };
}

const sum = (files: Sizes) => [...files.values()].reduce((total, bytes) => total + bytes, 0);
const list = (files: Sizes) => [...files].map(([name, bytes]) => `${name} ${bytes}`).join('\n');

test('the sign-in page loads at most 80 KiB of script', async ({ nobody }) => {
  const page = await nobody();
  const { sizes: files, rested } = scriptsOf(page);
  await page.goto('/login');
  await rested();
  expect(sum(files), list(files)).toBeGreaterThan(0);
  expect(sum(files), list(files)).toBeLessThanOrEqual(80 * KiB);
});

test('the workbench loads at most 170 KiB of script including the socket, and the wizard 120 KiB more', async ({
  as,
  serverUrl,
}) => {
  const page = await as('doctor', { at: null });
  const { sizes: shell, rested } = scriptsOf(page);
  const faults: string[] = [];
  page.on('console', message => message.type() === 'error' && faults.push(message.text()));
  const styles: string[] = [];
  page.on('request', request => {
    if (request.resourceType() === 'stylesheet') styles.push(new URL(request.url()).pathname);
  });
  await openLivePage(page, '/workbench');
  await rested();
  expect(sum(shell), list(shell)).toBeGreaterThan(50 * KiB);
  expect(sum(shell), list(shell)).toBeLessThanOrEqual(170 * KiB);
  const workbench = new Set(shell.keys());

  await test.step('a later script loads no stylesheet that the page already has', async () => {
    const brought = await page
      .locator('link[rel="stylesheet"][disabled]')
      .evaluateAll(links => links.map(link => link.getAttribute('href')));
    expect(brought.length).toBeGreaterThan(1);
    // The command palette is a separate script.
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    expect(shell.size).toBeGreaterThan(workbench.size);
    expect(styles.filter(path => brought.includes(path))).toEqual([]);
    expect(faults).toEqual([]);
  });

  const doctor = await signIn(serverUrl, 'doctor');
  for (const [kind, method] of [
    ['clear aligners', 1],
    ['lingual brackets', 2],
  ] as const)
    await test.step(`the steps of the wizard for ${kind}`, async () => {
      const { caseId } = (await doctor.post<{ caseId: string }>('/api/cases')).data;
      await doctor.put(`/api/cases/${caseId}/prescription`, { method });
      const filling = await page.context().newPage();
      const { sizes: wizard, rested } = scriptsOf(filling);
      await openLivePage(filling, `/addCase/pcEnter?id=${caseId}`);
      // Every step prefetches the scripts of the others, so one step measures all.
      for (const step of stepsOfMethod(method))
        await expect.poll(() => [...wizard.keys()].join(), { message: step }).toContain(step);
      await rested();
      const beyond = new Map([...wizard].filter(([name]) => !workbench.has(name)));
      expect(sum(beyond), list(beyond)).toBeLessThanOrEqual(120 * KiB);
      await filling.close();
    });
});

test('plain pages load no script', async ({ serverUrl }) => {
  const { token } = await signIn(serverUrl, 'doctor');
  for (const path of plainPagePaths) {
    const answer = await fetch(serverUrl + path, { headers: { Cookie: `session=${token}` } });
    const html = await answer.text();
    expect([path, answer.url, answer.status]).toEqual([path, serverUrl + path, 200]);
    expect([path, html.match(/<script|modulepreload|as="script"/g)]).toEqual([path, null]);
  }
});
