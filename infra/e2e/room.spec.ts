/**
 * Layout of a plan's page at all usual window sizes: nothing covers anything else, and everything is
 * reachable.
 */
import type { Locator, Page } from '@playwright/test';
import { planWith } from '#events/testing/plans.ts';
import { contactKeys, positionFromMidline, TEETH } from '#events/tooth/fdi.ts';
import { findDemoCaseAt } from '../pictures/open-screen.ts';
import { signIn } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { createCaseInDesign, submitPlanVersion } from './case-setup.ts';
import { expect, openLivePage, test } from './fixtures.ts';
import { areBoxesOverlapping, expectLayout, measureBoundingBox } from './layout.ts';
import { expectTeethVisible, serveCoarseShapes } from './picture-pixels.ts';

const viewer = createTranslator('en', 'viewer');
const review = createTranslator('en', 'review');

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
] as const;

/** Tooth numbers that a bar of the picture covers. */
async function covered(page: Page): Promise<string[]> {
  const picture = page.getByRole('region', { name: viewer('viewer') });
  const bars = await picture.getByRole('group').all();
  const boxes = await Promise.all(bars.map(measureBoundingBox));
  const numbers = await picture
    .getByText(/^[1-4][1-8]$/)
    .filter({ visible: true })
    .all();
  const found: string[] = [];
  for (const number of numbers) {
    const box = await number.boundingBox();
    if (box && boxes.some(bar => areBoxesOverlapping(bar, box)))
      found.push((await number.textContent()) ?? '');
  }
  return found;
}

test('view buttons keep their place for each arch and cover no tooth', async ({ as, serverUrl }) => {
  const caseId = await findDemoCaseAt(serverUrl, 'doctor', 15);
  const page = await as('doctor', { at: null });
  await serveCoarseShapes(page, await signIn(serverUrl, 'doctor'), caseId);
  const views = page.getByRole('group', { name: viewer('views') });
  await page.setViewportSize({ width: 1000, height: 620 });
  await page.goto(`/eSetThreeDView?id=${caseId}`);
  await expectTeethVisible(page);
  for (const size of [{ width: 1000, height: 620 }, ...sizes]) {
    await page.setViewportSize(size);
    await expect.poll(() => covered(page)).toEqual([]);
    await expectLayout(async () => {
      await page.keyboard.press('1');
      const before = await measureBoundingBox(views);
      for (const arch of ['upper', 'lower'] as const) {
        await page.keyboard.press(arch === 'upper' ? '4' : '5');
        await expect(page.getByRole('button', { name: viewer(`only.${arch}`) })).toBeVisible();
        expect(await measureBoundingBox(views)).toEqual(before);
      }
    });
  }
});

const mouth = TEETH.filter(tooth => positionFromMidline(tooth) < 8);
/** IPR at twelve contacts that the order does not mention: one red point each. */
const reduced = planWith({
  teeth: Object.fromEntries(mouth.map(tooth => [tooth, {}])),
  ipr: contactKeys(TEETH.filter(tooth => positionFromMidline(tooth) === 8))
    .filter(contact => contact !== '11-21')
    .slice(0, 12)
    .map(contact => ({ contact, mm: 0.2, before: 1 })),
});

/** Expects the parts of a bar to be inside it without overlapping. */
async function standsInOrder(bar: Locator): Promise<void> {
  const frame = await measureBoundingBox(bar);
  const parts = await bar.getByRole('button').or(bar.getByRole('status')).filter({ visible: true }).all();
  const boxes = await Promise.all(parts.map(measureBoundingBox));
  for (const [i, box] of boxes.entries()) {
    expect(box.x).toBeGreaterThanOrEqual(frame.x);
    expect(box.y).toBeGreaterThanOrEqual(frame.y);
    expect(box.x + box.width).toBeLessThanOrEqual(frame.x + frame.width + 0.5);
    expect(box.y + box.height).toBeLessThanOrEqual(frame.y + frame.height + 0.5);
    for (const other of boxes.slice(i + 1)) expect(areBoxesOverlapping(box, other)).toBe(false);
  }
}

/** Runs in the page: labels of the boxes that another element covers once they are scrolled into view. */
function coveredOnes(boxes: Element[]): (string | null)[] {
  const isCovered = (box: Element) => {
    box.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = box.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return top !== box && !box.closest('label')?.contains(top);
  };
  return boxes.filter(isCovered).map(box => box.closest('label')?.textContent ?? box.outerHTML);
}

test('with twelve red points the decision bar covers nothing, and every point is reachable', async ({
  as,
  serverUrl,
}) => {
  const { caseId, technician } = await createCaseInDesign(serverUrl);
  await submitPlanVersion(technician, caseId, reduced, 'Plan 1');
  const page = await as('expert', { at: null });
  const bar = page.getByRole('region', { name: review('decide') });
  const red = page.getByRole('region', { name: review('red.title') });
  const points = red.getByRole('checkbox');
  const approve = bar.getByRole('button', { name: /^Approve v1/ });
  // Opens at the narrowest size and resizes to the others.
  await page.setViewportSize(sizes[0]);
  await openLivePage(page, `/schemeApproveWidget?id=${caseId}`);
  for (const size of sizes) {
    const wide = size.width >= 1280;
    await page.setViewportSize(size);
    await expect.poll(() => points.count()).toBeGreaterThanOrEqual(12);
    const why = bar.getByRole('status');
    await expect(why).toHaveText(/^Acknowledge 1\d red points first$/);
    await expect(why).toBeInViewport({ ratio: 1 });
    const chat = page.getByRole('button', { name: 'Chat' });
    const head = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) });
    await expect(head.filter({ has: chat })).toBeVisible();
    const around = [chat, page.getByRole('region', { name: viewer('viewer') })];
    if (wide) around.push(page.locator('#column-left'), page.locator('#column-right'));
    await expectLayout(async () => {
      await standsInOrder(bar);
      for (const other of around)
        expect(areBoxesOverlapping(await measureBoundingBox(bar), await measureBoundingBox(other))).toBe(
          false,
        );
      if (!wide) return;
      const first = await measureBoundingBox(page.locator('#column-right > section').first());
      expect(await measureBoundingBox(red)).toEqual(first);
      // List and panels share one scroll area, with room for a panel of measurements.
      expect((await measureBoundingBox(page.locator('#column-right'))).height).toBeGreaterThan(500);
    });
    await expectLayout(async () => expect(await points.evaluateAll(coveredOnes)).toEqual([]));
    for (const button of [approve, bar.getByRole('button', { name: review('note'), exact: true })])
      await expect(button).toBeInViewport({ ratio: 1 });
  }

  await test.step('a refusal without a note reports the error next to the field', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await bar.getByRole('button', { name: review('refuse'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Refuse v1/ }).click();
    const said = dialog.getByText(createTranslator('en', 'error')('issue.note-required'), { exact: true });
    await expect(said).toBeInViewport({ ratio: 1 });
    await expectLayout(async () => {
      const field = await measureBoundingBox(dialog.getByRole('textbox'));
      expect((await measureBoundingBox(said)).y - field.y - field.height).toBeLessThan(24);
    });
    await page.keyboard.press('Escape');
  });

  await test.step('a column is collapsed by keyboard and stays collapsed', async () => {
    const picture = page.getByRole('region', { name: viewer('viewer') });
    const before = await measureBoundingBox(picture);
    await page.getByRole('button', { name: review('column.hide.left') }).press('Enter');
    await expect(page.locator('#column-left')).toBeHidden();
    await page.reload();
    const show = page.getByRole('button', { name: review('column.show.left') });
    await expect(show).toHaveAttribute('aria-expanded', 'false');
    await expectLayout(async () =>
      expect((await measureBoundingBox(picture)).width).toBeGreaterThan(before.width),
    );
    // The Checklist button shows the collapsed column again and focuses its first point.
    await bar.getByRole('button', { name: new RegExp(`^${review('checklist')}`) }).click();
    await expect(page.getByRole('checkbox', { name: review('point.models') })).toBeFocused();
  });

  await test.step('the approval button is filled once all points are checked, and waits for the red points', async () => {
    for (const point of await points.all()) await point.check();
    await expect(approve).toBeEnabled();
    await expect(bar.getByRole('status')).not.toHaveText(/red point/);
  });
});

test('photos and radiographs open next to the model, for users who may see them', async ({
  as,
  serverUrl,
}) => {
  const caseId = await findDemoCaseAt(serverUrl, 'doctor', 15);
  const page = await as('doctor', { at: null });
  await serveCoarseShapes(page, await signIn(serverUrl, 'doctor'), caseId);
  await openLivePage(page, `/schemeApproveWidget?id=${caseId}`);
  const panel = page.getByRole('region', { name: review('records.title') });
  const picture = page.getByRole('region', { name: viewer('viewer') });
  await panel.getByRole('button').first().click();
  const record = page.getByRole('figure');
  await expect(record.getByRole('img')).toBeVisible();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectLayout(async () =>
      expect(areBoxesOverlapping(await measureBoundingBox(record), await measureBoundingBox(picture))).toBe(
        false,
      ),
    );
  }

  await test.step('with both columns expanded, every layer is inside the picture and clickable', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    for (const column of ['#column-left', '#column-right']) await expect(page.locator(column)).toBeVisible();
    const layers = picture.getByRole('group', { name: viewer('layers') });
    await expectLayout(async () => {
      await standsInOrder(layers);
      const [frame, whole] = [await measureBoundingBox(layers), await measureBoundingBox(picture)];
      expect(frame.x + frame.width).toBeLessThanOrEqual(whole.x + whole.width);
    });
    for (const name of ['heat', 'section']) {
      const layer = layers.getByRole('button', { name: viewer(`act.${name}`), exact: true });
      await layer.click();
      await expect(layer).toHaveAttribute('aria-pressed', 'true');
      await layer.click();
    }
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  const name = await record.getByRole('img').getAttribute('alt');
  await record.getByRole('button', { name: review('records.next') }).press('ArrowRight');
  await expect(record.getByRole('img')).not.toHaveAttribute('alt', name ?? '');
  await page.keyboard.press('Escape');
  await expect(record).toHaveCount(0);

  // An analyst may see neither plans, which are models of the patient's teeth, nor pictures.
  const { token } = await signIn(serverUrl, 'analyst');
  const drawn = async (session: string) => {
    const headers = { Cookie: `session=${session}; lang=en` };
    const html = await (await fetch(`${serverUrl}/eSetThreeDView?id=${caseId}`, { headers })).text();
    const titles = ['closed', 'facts.title', 'records.title'] as const;
    return titles.filter(title => html.includes(`>${review(title)}<`));
  };
  expect(await drawn(token)).toEqual(['closed']);
  expect(await drawn((await signIn(serverUrl, 'doctor')).token)).toEqual(['facts.title', 'records.title']);
});
