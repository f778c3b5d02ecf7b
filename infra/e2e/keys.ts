/** Input by keyboard alone: reaches elements by Tab and arrow keys, in the order of the page. */
import { expect, type Locator, type Page } from '@playwright/test';

/** Maximum number of Tab presses. No page has more tab stops. */
const farthest = 150;

const holdsFocus = (place: Locator): Promise<boolean> =>
  place.evaluate(element => element.contains(document.activeElement));

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, place: Locator): Promise<void> {
  await expect(place).toBeAttached();
  for (let pressed = 0; !(await holdsFocus(place)); pressed++) {
    if (pressed === farthest) throw new Error(`Tab does not come to ${place}`);
    await page.keyboard.press('Tab');
  }
}

/** Replaces the text of a field by typing. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

/** Selects one of a group of radio buttons. */
export async function chooseRadio(page: Page, group: Locator, name: string | RegExp): Promise<void> {
  await tabTo(page, group);
  const wanted = group.getByRole('radio', { name, exact: true });
  for (let pressed = 0; !(await holdsFocus(wanted)); pressed++) {
    if (pressed === farthest) throw new Error(`the arrows do not come to ${name}`);
    await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.press('Space');
  await expect(wanted).toBeChecked();
}

export async function tickCheckbox(page: Page, box: Locator): Promise<void> {
  await tabTo(page, box);
  await page.keyboard.press('Space');
  await expect(box).toBeChecked();
}

/** Opens the dialog of a file field with Enter and chooses files. */
export async function chooseFiles(
  page: Page,
  field: Locator,
  files: Parameters<Locator['setInputFiles']>[0],
): Promise<void> {
  await tabTo(page, field);
  const chosen = page.waitForEvent('filechooser');
  // The browser delivers the file chooser before it answers the next request.
  await page.evaluate(() => undefined);
  await page.keyboard.press('Enter');
  await (await chosen).setFiles(files);
}
