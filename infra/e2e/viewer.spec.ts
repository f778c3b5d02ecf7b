/**
 * A plan in 3D: each act by its key, the description next to the picture, the address, and the fallback
 * without WebGL.
 */
import type { Page } from '@playwright/test';
import type { PlanBundle } from '#events/plan/bundle.ts';
import { movementOf } from '#events/plan/movement.ts';
import { viewNames } from '#web/features/viewer/camera.ts';
import { layerNames } from '#web/features/viewer/layers.ts';
import { viewerActions } from '#web/features/viewer/viewer-actions.ts';
import { findDemoCaseAt } from '../pictures/open-screen.ts';
import { signIn as call } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { expect, openLivePage, test } from './fixtures.ts';
import {
  differingPixelShare,
  expectTeethVisible,
  measureBrightness,
  serveCoarseShapes,
} from './picture-pixels.ts';

const viewer = createTranslator('en', 'viewer');
const zh = createTranslator('zh-CN', 'viewer');

type Counted = { draws: number; perFrame: number[]; commits: number };
declare global {
  var counted: Counted;
}

/** Counts draw calls per frame, and React commits. */
function count(): void {
  const counted: Counted = { draws: 0, perFrame: [], commits: 0 };
  globalThis.counted = counted;
  for (const { prototype } of [WebGLRenderingContext, WebGL2RenderingContext])
    for (const name of ['drawElements', 'drawArrays', 'drawElementsInstanced', 'drawArraysInstanced']) {
      const draw: unknown = Reflect.get(prototype, name);
      if (!(draw instanceof Function)) continue;
      Reflect.set(prototype, name, function (this: unknown, ...given: unknown[]) {
        counted.draws += 1;
        return Reflect.apply(draw, this, given);
      });
    }
  // A multi-draw call counts once: it is one call of the graphics card.
  const get = WebGL2RenderingContext.prototype.getExtension;
  Reflect.set(WebGL2RenderingContext.prototype, 'getExtension', function (this: unknown, name: string) {
    const found: unknown = Reflect.apply(get, this, [name]);
    if (name !== 'WEBGL_multi_draw' || typeof found !== 'object' || found === null) return found;
    const draw: unknown = Reflect.get(found, 'multiDrawElementsWEBGL');
    if (draw instanceof Function && !Object.hasOwn(found, 'multiDrawElementsWEBGL'))
      Reflect.set(found, 'multiDrawElementsWEBGL', (...given: unknown[]) => {
        counted.draws += 1;
        return Reflect.apply(draw, found, given);
      });
    return found;
  });
  const frame = () => {
    if (counted.draws > 0) counted.perFrame.push(counted.draws);
    counted.draws = 0;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  const nothing = () => undefined;
  const onCommitFiberRoot = () => {
    counted.commits += 1;
  };
  const hook = { supportsFiber: true, renderers: new Map(), checkDCE: nothing, inject: () => 1 };
  const told = { onCommitFiberRoot, onCommitFiberUnmount: nothing, onPostCommitFiberRoot: nothing };
  Reflect.set(globalThis, '__REACT_DEVTOOLS_GLOBAL_HOOK__', { ...hook, ...told });
}

const slider = (page: Page) => page.getByRole('slider', { name: viewer('scrubber'), exact: true });
const stageIs = (page: Page, stage: number) =>
  expect(slider(page)).toHaveAttribute('aria-valuenow', String(stage));
const button = (page: Page, name: string) =>
  page.getByRole('button', { name: viewer(`act.${name}`), exact: true });
const pressed = (page: Page, name: string, on: boolean) =>
  expect(button(page, name)).toHaveAttribute('aria-pressed', String(on));
const addressSays = (page: Page, name: string, value: string | null) =>
  expect.poll(() => new URL(page.url()).searchParams.get(name)).toBe(value);

const keyNames: Record<string, string> = {
  ' ': 'Space',
  arrowleft: 'ArrowLeft',
  arrowright: 'ArrowRight',
  arrowup: 'ArrowUp',
  arrowdown: 'ArrowDown',
  escape: 'Escape',
  home: 'Home',
  end: 'End',
};

type Check = (page: Page, press: () => Promise<void>, last: number) => Promise<void>;

const switches: Check = async (page, press) => {
  const name = current;
  const before = (await button(page, name).getAttribute('aria-pressed')) === 'true';
  await press();
  await pressed(page, name, !before);
  await press();
  await pressed(page, name, before);
};
const looksFrom: Check = async (page, press) => {
  await press();
  await pressed(page, current, true);
  await addressSays(page, 'view', current === 'front' ? null : current);
};
/** Expects the view in the page's address. */
const turnsTo =
  (view: string): Check =>
  async (page, press) => {
    await page.keyboard.press('1');
    await press();
    await addressSays(page, 'view', view);
  };
/** Expects the ghost's next density in the picture. */
function fades(density: string): Check {
  return async (page, press) => {
    await page.keyboard.press('s');
    const dense = page.getByRole('slider', { name: viewer('ghostDensity') });
    await expect(dense).toHaveValue('0.3');
    await press();
    await expect(dense).toHaveValue(density);
    await dense.fill('0.3');
    await dense.blur();
    await page.keyboard.press('s');
  };
}
let current = '';

/** Expected effect of each viewer button, by its name. */
const checks: Record<string, Check> = {
  ...Object.fromEntries(viewNames.map(name => [name, looksFrom])),
  ...Object.fromEntries([...layerNames, 'ghost', 'beside', 'measure'].map(name => [name, switches])),
  play: async (page, press) => {
    await press();
    await expect(button(page, 'pause')).toBeVisible();
    await press();
    await expect(button(page, 'play')).toBeVisible();
  },
  last: async (page, press, last) => {
    await press();
    await stageIs(page, last);
  },
  first: async (page, press) => {
    await press();
    await stageIs(page, 0);
  },
  next: async (page, press) => {
    await page.keyboard.press('Home');
    await press();
    await press();
    await stageIs(page, 2);
  },
  previous: async (page, press, last) => {
    await page.keyboard.press('End');
    await press();
    await stageIs(page, last - 1);
  },
  speed: async (page, press) => {
    await press();
    await expect(page.getByRole('button', { name: viewer('speedNow', { speed: 2 }) })).toBeVisible();
  },
  arch: async (page, press) => {
    for (const arch of ['upper', 'lower']) {
      await press();
      await expect(page.getByRole('button', { name: viewer(`only.${arch}`) })).toBeVisible();
    }
    await press();
    await expect(page.getByRole('button', { name: viewer('only.lower') })).toHaveCount(0);
  },
  turnLeft: turnsTo('-10,0,175'),
  turnRight: turnsTo('10,0,175'),
  turnUp: turnsTo('0,10,175'),
  turnDown: turnsTo('0,-10,175'),
  nearer: turnsTo('0,0,149'),
  farther: turnsTo('0,0,206'),
  fainter: fades('0.2'),
  denser: fades('0.4'),
  escape: async (page, press) => {
    await page.keyboard.press('m');
    await pressed(page, 'measure', true);
    await press();
    await pressed(page, 'measure', false);
  },
};

test('every act has a name and a working key, and the description matches the picture', async ({
  as,
  serverUrl,
}) => {
  const caseId = await findDemoCaseAt(serverUrl, 'doctor', 15);
  const doctor = await call(serverUrl, 'doctor');
  const { data } = await doctor.get<{ plans: { files: { id: string; name: string }[] }[] }>(
    `/api/cases/${caseId}`,
  );
  const file = data.plans.at(-1)?.files.find(({ name }) => name.endsWith('.json'));
  const bundle: PlanBundle = JSON.parse((await doctor.get(`/api/files/${file?.id}`)).text);
  const last = Math.max(bundle.upperStages, bundle.lowerStages);
  const page = await as('doctor', { at: null });
  await page.addInitScript(count);
  // A small window, because the processor draws.
  await page.setViewportSize({ width: 800, height: 500 });
  await serveCoarseShapes(page, doctor, caseId);
  await page.goto(`/eSetThreeDView?id=${caseId}`);
  await expectTeethVisible(page);

  await test.step('at most 40 draw calls per frame and no React commit during playback', async () => {
    // Half speed, because a processor draws few frames.
    for (const key of ['p', 'p', 'Space']) await page.keyboard.press(key);
    await expect(button(page, 'pause')).toBeVisible();
    const seen = await page.evaluate(async () => {
      const frames = (count: number) =>
        new Promise<void>(resolve => {
          const look = () => (counted.perFrame.length >= count ? resolve() : requestAnimationFrame(look));
          look();
        });
      Object.assign(counted, { perFrame: [], commits: 0 });
      await frames(3);
      return { ...counted };
    });
    await expect(button(page, 'pause')).toBeVisible();
    expect(Math.max(...seen.perFrame)).toBeLessThanOrEqual(40);
    expect(Math.max(...seen.perFrame)).toBeGreaterThan(2);
    expect(seen.commits).toBe(0);
    for (const key of ['Space', 'p']) await page.keyboard.press(key);
  });
  // Steps without animation, because a frame takes this processor half a second.
  await page.emulateMedia({ reducedMotion: 'reduce' });

  for (const { name, key } of viewerActions)
    await test.step(`${name} by ${key === ' ' ? 'space' : key}`, async () => {
      expect([viewer(`act.${name}`), zh(`act.${name}`)].every(word => word !== '')).toBe(true);
      current = name;
      const check = checks[name];
      if (!check) throw new Error(`nothing says what ${name} changes`);
      await check(page, () => page.keyboard.press(keyNames[key] ?? key), last);
    });

  await test.step('the list of keys names every act', async () => {
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog');
    for (const { name } of viewerActions)
      await expect(sheet.getByText(viewer(`act.${name}`), { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('the address opens the same picture', async () => {
    await page.keyboard.press('1');
    await page.keyboard.press('Home');
    for (const key of ['j', 'j', 'j', 'j', 'ArrowLeft', 'ArrowLeft', 'ArrowUp'])
      await page.keyboard.press(key);
    await addressSays(page, 'view', '-20,10,175');
    await addressSays(page, 'stage', '4');
    const before = await measureBrightness(page);
    await page.goto(page.url());
    await expectTeethVisible(page);
    await stageIs(page, 4);
    expect(differingPixelShare(before, await measureBrightness(page))).toBeLessThan(0.01);
    await page.keyboard.press('End');
    await expect
      .poll(async () => differingPixelShare(before, await measureBrightness(page)))
      .toBeGreaterThan(0.01);
    await page.keyboard.press('Home');
    for (const key of ['j', 'j', 'j', 'j']) await page.keyboard.press(key);
  });

  await test.step('the description states the position of every tooth', async () => {
    await page.getByText(viewer('twin'), { exact: true }).click();
    await expect(page.getByText(viewer('twinStage', { stage: 4, last }))).toBeVisible();
    for (const tooth of bundle.teeth) {
      const { rotation } = movementOf(tooth, 0, 4);
      if (Math.abs(rotation) < 0.5) continue;
      const amount = Math.abs(rotation).toFixed(1);
      const said = page.getByText(
        new RegExp(`^Tooth ${tooth.fdi}: .*rotated ${amount.replace(/\.0$/, '(\\.0)?')}°`),
      );
      await expect(said).toHaveCount(1);
    }
  });

  await test.step('a lost WebGL context is restored', async () => {
    await page.evaluate(() => {
      const gl = document.querySelector('canvas')?.getContext('webgl2');
      const ending = gl?.getExtension('WEBGL_lose_context');
      Object.assign(globalThis, { ending });
      ending?.loseContext();
    });
    await expect(page.getByText(viewer('detail.lost'))).toBeVisible();
    await page.evaluate(() => Reflect.get(globalThis, 'ending').restoreContext());
    await expect(page.getByText(viewer('detail.lost'))).toHaveCount(0);
    await expectTeethVisible(page);
  });
});

test('without WebGL the stages are shown as a table and as text', async ({ as, serverUrl }) => {
  const caseId = await findDemoCaseAt(serverUrl, 'doctor', 15);
  const page = await as('doctor', { at: null });
  await page.addInitScript(() => {
    const get = HTMLCanvasElement.prototype.getContext;
    Reflect.set(HTMLCanvasElement.prototype, 'getContext', function (this: HTMLCanvasElement, kind: string) {
      return kind.startsWith('webgl') ? null : Reflect.apply(get, this, [kind]);
    });
  });
  await openLivePage(page, `/schemeApproveWidget?id=${caseId}&stage=3`);
  await expect(page.getByText(viewer('noWebgl'))).toBeVisible();
  await expect(page.locator('canvas')).toHaveCount(0);
  await expect(page.getByRole('table', { name: viewer('movedCaption') })).toBeVisible();
  await page.getByText(viewer('twin'), { exact: true }).click();
  await stageIs(page, 3);
  await page.keyboard.press('j');
  await expect(page.getByText(/^Aligner 4 of \d+\. Since the start:/)).toBeVisible();
});
