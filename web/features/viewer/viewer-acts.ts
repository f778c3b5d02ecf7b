/** Table of the viewer's acts: name, key and effect. Toolbar, keys and help read it. */

import { screenStore } from '#web/lib/screen-store.ts';
import { type View, viewNames } from './camera.ts';
import {
  type Compare,
  compare,
  ghostDensity,
  ghostStep,
  goalStage,
  type Layer,
  layerNames,
  layers,
  measured,
  measuring,
  reference,
  setGhostDensity,
  toggleLayer,
} from './layers.ts';
import { player, speeds } from './player.ts';
import { chosenTooth, openPin, pinning } from './state.ts';
import { goTo, nudge, only } from './view-state.ts';

export type ViewerAct = {
  /** Key of its text: `viewer:act.<name>`. */
  name: string;
  /** `event.key` in lower case. `shift` requires the Shift key too. */
  key: string;
  shift?: true;
  run: () => void;
};

const layerActs = layerNames.map(
  (layer: Layer): ViewerAct => ({ name: layer, key: layers[layer].key, run: () => toggleLayer(layer) }),
);
const viewActs = viewNames.map(
  (view: View, i): ViewerAct => ({ name: view, key: String(i + 1), run: () => goTo(view) }),
);

/** Cancels what is in progress: placing a pin, measuring, or a selection. */
function stopAll(): void {
  if (screenStore.get(pinning)) screenStore.set(pinning, null);
  else if (screenStore.get(measuring)) {
    screenStore.set(measuring, false);
    screenStore.set(measured, []);
  } else {
    screenStore.set(openPin, null);
    screenStore.set(chosenTooth, null);
  }
}

/**
 * Starts or ends a comparison. Against another version's goal, this plan goes to its own goal, the only
 * comparable stage. At the start all versions equal the scan, so the plan goes to the goal too.
 */
function comparing(how: Compare): void {
  const begins = screenStore.get(compare) === 'none';
  screenStore.set(compare, now => (now === how ? 'none' : how));
  const { version, stage } = screenStore.get(reference);
  const nothingThere = player.stage() === 0 && (version !== null || stage === 0);
  if (begins && (nothingThere || (version !== null && stage === goalStage))) player.go(player.last());
}

const nextSpeed = () => {
  const at = (speeds as readonly number[]).indexOf(screenStore.get(player.speed));
  screenStore.set(player.speed, speeds[(at + 1) % speeds.length] ?? 1);
};
const arches = [null, 'upper', 'lower'] as const;
const nextArch = () =>
  screenStore.set(only, arches[(arches.indexOf(screenStore.get(only)) + 1) % arches.length] ?? null);

export const viewerActs: readonly ViewerAct[] = [
  { name: 'play', key: ' ', run: () => player.toggle() },
  { name: 'next', key: 'j', run: () => player.step(1) },
  { name: 'previous', key: 'k', run: () => player.step(-1) },
  { name: 'first', key: 'home', run: () => player.go(0) },
  { name: 'last', key: 'end', run: () => player.go(player.last()) },
  { name: 'speed', key: 'p', run: nextSpeed },
  ...viewActs,
  { name: 'arch', key: 'b', run: nextArch },
  ...layerActs,
  { name: 'ghost', key: 's', run: () => comparing('ghost') },
  { name: 'fainter', key: '[', run: () => setGhostDensity(screenStore.get(ghostDensity) - ghostStep) },
  { name: 'denser', key: ']', run: () => setGhostDensity(screenStore.get(ghostDensity) + ghostStep) },
  { name: 'beside', key: 'd', run: () => comparing('beside') },
  {
    name: 'measure',
    key: 'm',
    run: () => {
      screenStore.set(measuring, on => !on);
      screenStore.set(measured, []);
    },
  },
  { name: 'turnLeft', key: 'arrowleft', run: () => nudge({ azimuth: -10 }) },
  { name: 'turnRight', key: 'arrowright', run: () => nudge({ azimuth: 10 }) },
  { name: 'turnUp', key: 'arrowup', run: () => nudge({ elevation: 10 }) },
  { name: 'turnDown', key: 'arrowdown', run: () => nudge({ elevation: -10 }) },
  { name: 'nearer', key: '+', run: () => nudge({ zoom: 0.85 }) },
  { name: 'farther', key: '-', run: () => nudge({ zoom: 1 / 0.85 }) },
  { name: 'escape', key: 'escape', run: stopAll },
];

/** A target has only start and goal, without procedures. */
const notOfTarget: readonly string[] = ['next', 'previous', 'attachments', 'ipr'];
/** Acts offered for a plan or a target. */
export const actsOf = (ofTarget: boolean): readonly ViewerAct[] =>
  viewerActs.filter(({ name }) => !ofTarget || !notOfTarget.includes(name));

const byName = new Map(viewerActs.map(act => [act.name, act]));
const written: Record<string, string> = {
  ' ': 'Space',
  arrowleft: '←',
  arrowright: '→',
  arrowup: '↑',
  arrowdown: '↓',
  escape: 'Esc',
  home: 'Home',
  end: 'End',
};
/** Key of an act as shown on the page. */
export const keyOf = (name: string): string => {
  const key = byName.get(name)?.key ?? '';
  return written[key] ?? key.toUpperCase();
};
export const runAct = (name: string): void => byName.get(name)?.run();
