import { caseAt } from './pictures/at.ts';
import { launch, windowOf } from './testing/browser.ts';
const url = 'http://127.0.0.1:4621';
const [name = 'x', user = 'doctor', path = '/', status = '', sel = '', lang = 'en', theme = 'light', width = '1440', ...press] = process.argv.slice(2);
const id = status ? (status.length > 3 ? status : await caseAt(url, user, Number(status))) : '';
const browser = await launch();
const context = await windowOf(browser, url, { lang: lang as 'en', theme: theme as 'light', width: Number(width), height: 1000, user });
const page = await context.newPage();
page.on('console', m => m.type() === 'error' && console.log(m.text()));
await page.goto(url + path.replace('{case}', id));
await page.waitForTimeout(1500);
for (const p of press) {
  if (p.startsWith('click:')) await page.locator(p.slice(6)).first().click();
  else await page.keyboard.press(p);
  await page.waitForTimeout(700);
}
if (sel) { await page.locator(sel).first().scrollIntoViewIfNeeded(); await page.locator(sel).first().screenshot({ path: `/tmp/w-p-${name}.png` }); }
else await page.screenshot({ path: `/tmp/w-p-${name}.png`, fullPage: Number(width) > 800 });
await browser.close();
import { startServer } from './testing/server.ts';
import { windowOf, launch } from './testing/browser.ts';
const server = await startServer();
const out = '/tmp/w-r-look';
const todo: [string, string, string, number?][] = [
  ['list', 'doctor', '/retainerList'],
  ['vendor', 'vendor', '/retainerList'],
  ['form', 'doctor', '/createRetainerWidget?id={case}', 30],
  ['pick', 'doctor', '/createRetainerWidget'],
  ['section', 'doctor', '/caseDetail?id={case}&section=retainer', 24],
];
const looks = [
  ['en', 'light', 1440], ['zh-CN', 'dark', 1440], ['zh-CN', 'light', 390], ['en', 'dark', 390],
] as const;
try {
  for (const [lang, theme, width] of looks) {
    const users = new Map();
    for (const [name, user, path, status] of todo) {
      const key = user;
      if (!users.has(key)) users.set(key, await windowOf(browser, server.url, { lang, theme, width, height: 900, user }));
      const page = await users.get(key).newPage();
      page.on('pageerror', (e: Error) => console.log(name, 'ERR', e.message));
      page.on('console', (m: any) => m.type() === 'error' && console.log(name, 'CON', m.text().slice(0, 300)));
      const caseId = status ? await caseAt(server.url, user, status) : '';
      await page.goto(server.url + path.replace('{case}', caseId), { waitUntil: 'networkidle' });
      if (name === 'form') {
        await page.locator('input[type=radio][value="3"]').first().click();
        await page.locator('#retainer-arch input[value="2"]').click({ force: true });
        await page.locator('input[value="pontic"]').click();
        await page.locator('button[type=submit]').last().click();
        await page.waitForTimeout(300);
      }
      await page.screenshot({ path: `${out}/${name}-${lang}-${theme}-${width}.png`, fullPage: name === 'form' || width === 390 });
      await page.close();
    }
    for (const c of users.values()) await c.close();
  }
} finally { await browser.close(); await server.stop(); }
