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
