/**
 * Script of a share page. Checks every two and a half seconds whether the link is still open, so that a
 * revoked link disappears from all screens; loads the 3D view on demand.
 */
import type { PlanBundle } from '#events/plan/bundle.ts';
import { loadViewDictionaries } from '#web/features/share/dictionaries.ts';
import type { ViewDetail } from '#web/features/share/mount.tsx';
import { downloadSharedModel, downloadSharedPlan } from '#web/features/share/shared-downloads.ts';

const everyMs = 2_500;
const closedStatuses = [404, 410];
/** `/api/shares/{key}`; undefined on a page for people of the case. */
const link = document.querySelector<HTMLElement>('[data-link]')?.dataset.link;

let isChecking = false;

/** Sends no cookies: only the link counts. A missing answer changes nothing. */
async function checkLink(): Promise<void> {
  if (isChecking || document.visibilityState === 'hidden') return;
  isChecking = true;
  // Needs only the status, so it asks for no body.
  const how = { method: 'HEAD', credentials: 'omit', cache: 'no-store' } as const;
  const answer = await fetch(`${link}/open`, how).catch(() => undefined);
  isChecking = false;
  if (!answer || !closedStatuses.includes(answer.status)) return;
  // Removes the content at once; the server's page explains why.
  document.body.replaceChildren();
  location.reload();
}

type Mount = (into: HTMLElement, onDetail: (detail: ViewDetail) => void) => Promise<() => void>;

const mounting = () => import('#web/features/share/mount.tsx');
/** The scripts of each view. */
const scripts = {
  patient: () => import('#web/features/share/patient-view.ts'),
  controls: () => import('#web/features/share/PatientControls.tsx'),
  colleague: () => import('#web/features/share/SharedPlanView.tsx'),
  // Preloaded here, because the viewer itself would request it one round trip later.
  picture: () => import('#web/features/viewer/scene/PlanCanvas.tsx'),
  model: () => import('#web/features/share/ModelView.tsx'),
};
const wordsIn = (names: readonly string[]) => loadViewDictionaries(document.documentElement.lang, names);

/**
 * Loads all parts of a view in parallel, because each round trip counts on a slow line; a patient's picture
 * comes first.
 */
const views: Record<string, (files: string, slot: string | undefined) => Mount> = {
  patient: files => async (into, onDetail) => {
    const begun = downloadSharedPlan(files);
    const { mountPatientView } = await scripts.patient();
    const addControls = async (under: HTMLElement, shown: PlanBundle) => {
      const view = scripts.controls();
      const words = wordsIn(['viewer']);
      const [{ mountView }, { PatientControls }, dictionaries] = await Promise.all([mounting(), view, words]);
      return mountView(under, PatientControls, { shown, onDetail, dictionaries });
    };
    return mountPatientView(into, { files, begun, onDetail, addControls });
  },
  colleague: files => async (into, onDetail) => {
    const shown = { files, begun: downloadSharedPlan(files) };
    const view = scripts.colleague();
    void scripts.picture();
    const words = wordsIn(['viewer', 'rx']);
    const [{ mountView }, { SharedPlanView }, dictionaries] = await Promise.all([mounting(), view, words]);
    return mountView(into, SharedPlanView, { shown, onDetail, dictionaries });
  },
  model: (url, slot) => async (into, onDetail) => {
    const shown = { shape: downloadSharedModel(url), slot };
    const view = scripts.model();
    const words = wordsIn(['viewer', 'file']);
    const [{ mountView }, { ModelView }, dictionaries] = await Promise.all([mounting(), view, words]);
    return mountView(into, ModelView, { shown, onDetail, dictionaries });
  },
};

/** Scripts to prefetch while the page is read, in order of use. */
const prefetchedScripts: Record<string, readonly (() => Promise<unknown>)[]> = {
  patient: [scripts.patient, mounting, scripts.controls],
  colleague: [scripts.picture, mounting, scripts.colleague],
  model: [mounting, scripts.model],
};

/** Prefetches nothing if the browser saves data. */
const savesData = () =>
  'connection' in navigator &&
  (navigator.connection as { saveData?: boolean } | undefined)?.saveData === true;

async function fetchAhead(kind: string): Promise<void> {
  if (savesData()) return;
  // A failed prefetch is retried on press.
  for (const fetched of prefetchedScripts[kind] ?? []) await fetched().catch(() => undefined);
}

async function see(button: HTMLButtonElement): Promise<void> {
  const { see: kind = '', files = '', slot, loading = '', none = '', failed = '' } = button.dataset;
  const scene = document.querySelector<HTMLElement>('[data-scene]');
  const mount = views[kind]?.(files, slot);
  if (!scene || !mount) return;
  const label = button.querySelector('span') ?? button;
  const into = document.createElement('div');
  scene.append(into);
  button.disabled = true;
  label.textContent = loading;
  let unmount: (() => void) | undefined;
  /** Restores the pictures; a temporary failure can be retried. */
  const back = (text: string, again: boolean) => {
    unmount?.();
    into.remove();
    scene.dataset.scene = '';
    label.textContent = text;
    button.disabled = !again;
  };
  const onDetail = (detail: ViewDetail) => {
    if (detail === 'none') back(none, false);
    else if (detail === 'failed') back(failed, true);
    else if (detail === 'coarse' || detail === 'fine') {
      scene.dataset.scene = detail;
      button.hidden = true;
    }
  };
  try {
    unmount = await mount(into, onDetail);
  } catch {
    back(failed, true);
  }
}

if (link) {
  setInterval(() => void checkLink(), everyMs);
  // A page from the background or the back-forward cache may belong to a closed link.
  document.addEventListener('visibilitychange', () => void checkLink());
  addEventListener('pageshow', () => void checkLink());
}
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-see]')) {
  button.addEventListener('click', () => void see(button));
  button.disabled = false;
}
// Prefetches after the page's own pictures and text.
addEventListener('load', () => {
  const kind = document.querySelector<HTMLElement>('[data-see]')?.dataset.see;
  if (kind) void fetchAhead(kind);
});
