/**
 * The one script of a shared page. It asks every two and a half seconds whether the link still opens, so that one that was taken
 * back leaves every screen; and it fetches the 3D view when somebody asks for it.
 */
import type { PlanBundle } from '#events/plan/bundle.ts';
import { begin, beginModel } from '#web/features/share/begin.ts';
import { dictionariesOf } from '#web/features/share/dictionaries.ts';
import type { ViewDetail } from '#web/features/share/mount.tsx';

const everyMs = 2_500;
const over = [404, 410];
/** `/api/shares/{key}`; none on a page that a session opened. */
const link = document.querySelector<HTMLElement>('[data-link]')?.dataset.link;

let asking = false;

/** Without cookies: the link alone is asked about. An answer that does not come changes nothing. */
async function look(): Promise<void> {
  if (asking || document.visibilityState === 'hidden') return;
  asking = true;
  // Only whether there is an answer counts, so none of its body is asked for.
  const how = { method: 'HEAD', credentials: 'omit', cache: 'no-store' } as const;
  const answer = await fetch(`${link}/open`, how).catch(() => undefined);
  asking = false;
  if (!answer || !over.includes(answer.status)) return;
  // What was shown goes at once; the server's page says why.
  document.body.replaceChildren();
  location.reload();
}

type Mount = (into: HTMLElement, onDetail: (detail: ViewDetail) => void) => Promise<() => void>;

const mounting = () => import('#web/features/share/mount.tsx');
/** What each view is drawn by. */
const scripts = {
  patient: () => import('#web/features/share/patient-view.ts'),
  controls: () => import('#web/features/share/Patient.tsx'),
  colleague: () => import('#web/features/share/Colleague.tsx'),
  // The viewer asks for it when it is drawn, which would be a round trip later.
  picture: () => import('#web/features/viewer/scene/Picture.tsx'),
  model: () => import('#web/features/share/ModelView.tsx'),
};
const wordsIn = (names: readonly string[]) => dictionariesOf(document.documentElement.lang, names);

/** Each view with what it loads, all at once, since on a slow line each round trip counts; a patient's picture goes first. */
const views: Record<string, (files: string, slot: string | undefined) => Mount> = {
  patient: files => async (into, onDetail) => {
    const begun = begin(files);
    const { mountPatient } = await scripts.patient();
    const addControls = async (under: HTMLElement, shown: PlanBundle) => {
      const view = scripts.controls();
      const words = wordsIn(['viewer']);
      const [{ mountView }, { View }, dictionaries] = await Promise.all([mounting(), view, words]);
      return mountView(under, View, { shown, onDetail, dictionaries });
    };
    return mountPatient(into, { files, begun, onDetail, addControls });
  },
  colleague: files => async (into, onDetail) => {
    const shown = { files, begun: begin(files) };
    const view = scripts.colleague();
    void scripts.picture();
    const words = wordsIn(['viewer', 'rx']);
    const [{ mountView }, { View }, dictionaries] = await Promise.all([mounting(), view, words]);
    return mountView(into, View, { shown, onDetail, dictionaries });
  },
  model: (url, slot) => async (into, onDetail) => {
    const shown = { shape: beginModel(url), slot };
    const view = scripts.model();
    const words = wordsIn(['viewer', 'file']);
    const [{ mountView }, { View }, dictionaries] = await Promise.all([mounting(), view, words]);
    return mountView(into, View, { shown, onDetail, dictionaries });
  },
};

/** What is fetched while the page is read, so that the press finds it here: the scripts alone, in the order of their use. */
const ahead: Record<string, readonly (() => Promise<unknown>)[]> = {
  patient: [scripts.patient, mounting, scripts.controls],
  colleague: [scripts.picture, mounting, scripts.colleague],
  model: [mounting, scripts.model],
};

/** Nothing is fetched ahead for somebody who saves data. */
const savesData = () =>
  'connection' in navigator &&
  (navigator.connection as { saveData?: boolean } | undefined)?.saveData === true;

async function fetchAhead(kind: string): Promise<void> {
  if (savesData()) return;
  // What the press would miss now is asked for again then.
  for (const fetched of ahead[kind] ?? []) await fetched().catch(() => undefined);
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
  /** The pictures stay where they are; what was not to be had for now can be asked for again. */
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
  setInterval(() => void look(), everyMs);
  // A page that was in the background, or that comes back from the browser's memory, may be long over.
  document.addEventListener('visibilitychange', () => void look());
  addEventListener('pageshow', () => void look());
}
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-see]')) {
  button.addEventListener('click', () => void see(button));
  button.disabled = false;
}
// The pictures and words of the page come first.
addEventListener('load', () => {
  const kind = document.querySelector<HTMLElement>('[data-see]')?.dataset.see;
  if (kind) void fetchAhead(kind);
});
