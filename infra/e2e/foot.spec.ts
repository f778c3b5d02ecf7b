/** The bar at the foot of the wizard: what has the focus, and what a page answers, is never behind it. */
import { signIn } from '../testing/client.ts';
import { draftCase, orderSections } from '../testing/complete-case.ts';
import { words } from '../testing/words.ts';
import { expect, test, visit } from './world.ts';

test('whatever Tab comes to stands above the bar', async ({ as, serverUrl }) => {
  const caseId = await draftCase(await signIn(serverUrl, 'doctor'), { sections: orderSections });
  const page = await as('doctor');
  await visit(page, `/addCase/transparentToothNew?id=${caseId}`);
  const note = page.getByRole('textbox', { name: words('en', 'rx')('field.prescription.note') });
  const behind: string[] = [];
  for (let pressed = 0; pressed < 90; pressed++) {
    await page.keyboard.press('Tab');
    behind.push(
      ...(await page.evaluate(() => {
        const at = document.activeElement;
        const bar = document.querySelector('main footer')?.getBoundingClientRect();
        const box = at?.getBoundingClientRect();
        if (!at || !bar || !box || at.closest('footer') || at.contains(document.querySelector('main')))
          return [];
        return box.bottom > bar.top ? [`${at.tagName} ${at.getAttribute('name') ?? at.id}`] : [];
      })),
    );
    if (await note.evaluate(area => area === document.activeElement)) break;
  }
  expect(behind).toEqual([]);
});
