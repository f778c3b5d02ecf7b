/** A patient's plan in 3D, loaded in the order for slow lines: picture, controls, finer shapes. */
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { ViewDetail } from './mount.tsx';
import { createPatientScene } from './patient-scene.ts';
import styles from './scene.module.css';
import type { SharedPlanDownload } from './shared-downloads.ts';

type Shown = {
  files: string;
  begun: SharedPlanDownload;
  onDetail: (detail: ViewDetail) => void;
  /** Adds the controls below the picture. */
  addControls: (into: HTMLElement, bundle: PlanBundle) => Promise<() => void>;
};

const box = (parent: HTMLElement, name: string | undefined): HTMLElement => {
  const made = document.createElement('div');
  if (name) made.className = name;
  parent.append(made);
  return made;
};

/** @returns a function that unmounts the view @throws Error if loading fails */
export async function mountPatientView(into: HTMLElement, shown: Shown): Promise<() => void> {
  const { files, begun, onDetail, addControls } = shown;
  // Cast at the boundary: the server of this release validated the file when writing it.
  const bundle = (await begun.plan) as PlanBundle;
  const all = box(into, styles.patient);
  const viewport = box(all, styles.viewport);
  viewport.setAttribute('aria-hidden', 'true');
  const scene = (() => {
    try {
      return createPatientScene(viewport, bundle, () => onDetail('lost'));
    } catch {
      return null;
    }
  })();
  const ends: (() => void)[] = [() => begun.loader.close()];
  const end = () => {
    for (const one of ends) one();
  };
  if (!scene) {
    end();
    onDetail('none');
    return end;
  }
  ends.push(scene.dispose);
  try {
    scene.show(await begun.loader.load(await begun.coarse, bundle.teeth));
    onDetail('coarse');
    ends.push(await addControls(box(all, undefined), bundle));
  } catch (error) {
    end();
    throw error;
  }
  begun.loader
    .load(`${files}/${bundle.parts.teeth.sha256}.glb`, bundle.teeth)
    .then(shapes => {
      scene.show(shapes);
      onDetail('fine');
    })
    // After a failure, the shapes drawn so far stay.
    .catch(() => undefined)
    .finally(() => begun.loader.close());
  return end;
}
