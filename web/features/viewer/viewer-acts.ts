/** Every act of the viewer: its name, its key, what it does. Toolbar, keys and help read this one table. */

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
import { goTo, nudge, only } from './looking.ts';
import { player, speeds } from './player.ts';
import { chosenTooth, openPin, pinning } from './state.ts';

export type ViewerAct = {
  /** Its words: `viewer:act.<name>`. */
  name: string;
  /** As event.key says it, lower case; `shift` asks for that too. */
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

/** Ends whatever was begun: a pin that seeks its place, a measure, a choice. */
function stopAll(): void {
  if (pinning.get()) pinning.set(null);
  else if (measuring.get()) {
    measuring.set(false);
    measured.set([]);
  } else {
    openPin.set(null);
    chosenTooth.set(null);
  }
}

/**
 * Compares, or ends it. With another's goal this plan is compared at its own: nothing else is alike in both. At the
 * start every version is the scan, and the start itself: the goal is gone to, where there is something to be seen.
 */
function comparing(how: Compare): void {
  const begins = compare.get() === 'none';
  compare.set(now => (now === how ? 'none' : how));
  const { version, stage } = reference.get();
  const nothingThere = player.stage() === 0 && (version !== null || stage === 0);
  if (begins && (nothingThere || (version !== null && stage === goalStage))) player.go(player.last());
}

const nextSpeed = () => {
  const at = (speeds as readonly number[]).indexOf(player.speed.get());
  player.speed.set(speeds[(at + 1) % speeds.length] ?? 1);
};
const arches = [null, 'upper', 'lower'] as const;
const nextArch = () => only.set(arches[(arches.indexOf(only.get()) + 1) % arches.length] ?? null);

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
  { name: 'fainter', key: '[', run: () => setGhostDensity(ghostDensity.get() - ghostStep) },
  { name: 'denser', key: ']', run: () => setGhostDensity(ghostDensity.get() + ghostStep) },
  { name: 'beside', key: 'd', run: () => comparing('beside') },
  {
    name: 'measure',
    key: 'm',
    run: () => {
      measuring.set(on => !on);
      measured.set([]);
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

/** A target is its start and its goal, and nothing is done to its teeth. */
const notOfTarget: readonly string[] = ['next', 'previous', 'attachments', 'ipr'];
/** What is offered in words. */
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
/** How an act's key is written on the page. */
export const keyOf = (name: string): string => {
  const key = byName.get(name)?.key ?? '';
  return written[key] ?? key.toUpperCase();
};
export const runAct = (name: string): void => byName.get(name)?.run();
