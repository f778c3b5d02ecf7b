/** The viewer's actions: name, key and effect. Toolbar, keys and help read this table. */

import { screenStore } from '#web/lib/screen-store.ts';
import { type StandardView, viewNames } from './camera.ts';
import {
  type ComparisonMode,
  comparisonModeAtom,
  comparisonReferenceAtom,
  GOAL_STAGE,
  ghostDensityAtom,
  ghostStep,
  isMeasuringAtom,
  type Layer,
  layerByName,
  layerNames,
  measuredPointsAtom,
  setGhostDensity,
  toggleLayer,
} from './layers.ts';
import { playbackSpeeds, player } from './player.ts';
import { goToView, onlyShownArchAtom, turnCamera } from './view-state.ts';
import { chosenToothAtom, openPinIdAtom, pinPlacedHandlerAtom } from './viewer-state.ts';

export type ViewerAction = {
  /** Dictionary key: `viewer:act.<name>`. */
  name: string;
  /** `event.key` in lower case. `shift` requires the Shift key too. */
  key: string;
  shift?: true;
  run: () => void;
};

const layerActions = layerNames.map(
  (layer: Layer): ViewerAction => ({
    name: layer,
    key: layerByName[layer].key,
    run: () => toggleLayer(layer),
  }),
);
const viewActs = viewNames.map(
  (view: StandardView, i): ViewerAction => ({ name: view, key: String(i + 1), run: () => goToView(view) }),
);

/** Cancels the action in progress: placing a pin, measuring, or a selection. */
function stopAll(): void {
  if (screenStore.get(pinPlacedHandlerAtom)) screenStore.set(pinPlacedHandlerAtom, null);
  else if (screenStore.get(isMeasuringAtom)) {
    screenStore.set(isMeasuringAtom, false);
    screenStore.set(measuredPointsAtom, []);
  } else {
    screenStore.set(openPinIdAtom, null);
    screenStore.set(chosenToothAtom, null);
  }
}

/**
 * Starts or ends a comparison. Against another version's goal, this plan goes to its own goal, the only
 * comparable stage. At the start all versions equal the scan, so the plan goes to the goal too.
 */
function comparing(how: ComparisonMode): void {
  const begins = screenStore.get(comparisonModeAtom) === 'none';
  screenStore.set(comparisonModeAtom, now => (now === how ? 'none' : how));
  const { version, stage } = screenStore.get(comparisonReferenceAtom);
  const nothingThere = player.stage() === 0 && (version !== null || stage === 0);
  if (begins && (nothingThere || (version !== null && stage === GOAL_STAGE))) player.go(player.last());
}

const nextSpeed = () => {
  const at = (playbackSpeeds as readonly number[]).indexOf(screenStore.get(player.speed));
  screenStore.set(player.speed, playbackSpeeds[(at + 1) % playbackSpeeds.length] ?? 1);
};
const arches = [null, 'upper', 'lower'] as const;
const nextArch = () =>
  screenStore.set(
    onlyShownArchAtom,
    arches[(arches.indexOf(screenStore.get(onlyShownArchAtom)) + 1) % arches.length] ?? null,
  );

export const viewerActions: readonly ViewerAction[] = [
  { name: 'play', key: ' ', run: () => player.toggle() },
  { name: 'next', key: 'j', run: () => player.step(1) },
  { name: 'previous', key: 'k', run: () => player.step(-1) },
  { name: 'first', key: 'home', run: () => player.go(0) },
  { name: 'last', key: 'end', run: () => player.go(player.last()) },
  { name: 'speed', key: 'p', run: nextSpeed },
  ...viewActs,
  { name: 'arch', key: 'b', run: nextArch },
  ...layerActions,
  { name: 'ghost', key: 's', run: () => comparing('ghost') },
  { name: 'fainter', key: '[', run: () => setGhostDensity(screenStore.get(ghostDensityAtom) - ghostStep) },
  { name: 'denser', key: ']', run: () => setGhostDensity(screenStore.get(ghostDensityAtom) + ghostStep) },
  { name: 'beside', key: 'd', run: () => comparing('beside') },
  {
    name: 'measure',
    key: 'm',
    run: () => {
      screenStore.set(isMeasuringAtom, on => !on);
      screenStore.set(measuredPointsAtom, []);
    },
  },
  { name: 'turnLeft', key: 'arrowleft', run: () => turnCamera({ azimuth: -10 }) },
  { name: 'turnRight', key: 'arrowright', run: () => turnCamera({ azimuth: 10 }) },
  { name: 'turnUp', key: 'arrowup', run: () => turnCamera({ elevation: 10 }) },
  { name: 'turnDown', key: 'arrowdown', run: () => turnCamera({ elevation: -10 }) },
  { name: 'nearer', key: '+', run: () => turnCamera({ zoom: 0.85 }) },
  { name: 'farther', key: '-', run: () => turnCamera({ zoom: 1 / 0.85 }) },
  { name: 'escape', key: 'escape', run: stopAll },
];

/** A target has only start and goal, without procedures. */
const notOfTarget: readonly string[] = ['next', 'previous', 'attachments', 'ipr'];
/** Actions offered for a plan or a target. */
export const offeredViewerActions = (ofTarget: boolean): readonly ViewerAction[] =>
  viewerActions.filter(({ name }) => !ofTarget || !notOfTarget.includes(name));

const byName = new Map(viewerActions.map(act => [act.name, act]));
const displayedKeys: Record<string, string> = {
  ' ': 'Space',
  arrowleft: '←',
  arrowright: '→',
  arrowup: '↑',
  arrowdown: '↓',
  escape: 'Esc',
  home: 'Home',
  end: 'End',
};
/** Key of an action as displayed. */
export const viewerActionKey = (name: string): string => {
  const key = byName.get(name)?.key ?? '';
  return displayedKeys[key] ?? key.toUpperCase();
};
export const runViewerAction = (name: string): void => byName.get(name)?.run();
