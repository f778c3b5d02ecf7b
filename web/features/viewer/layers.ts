/** What of a plan is drawn: switches, each with its key. */
import { createStore, type Store } from '#web/lib/store.ts';

/** In the order of the toolbar. */
export const layers = {
  attachments: { key: 'a', first: true },
  ipr: { key: 'i', first: true },
  gums: { key: 'g', first: true },
  numbers: { key: 'n', first: true },
  grid: { key: 'r', first: false },
  heat: { key: 'h', first: false },
  section: { key: 'x', first: false },
} as const;
export type Layer = keyof typeof layers;
export const layerNames = Object.keys(layers) as readonly Layer[];

export type ShownLayers = Readonly<Record<Layer, boolean>>;
const first = Object.fromEntries(layerNames.map(name => [name, layers[name].first])) as ShownLayers;

export const shownLayers: Store<ShownLayers> = createStore<ShownLayers>(first);
export const toggleLayer = (layer: Layer): void =>
  shownLayers.set(before => ({ ...before, [layer]: !before[layer] }));

/** What stands beside or behind the plan to be compared with it: another stage of it, or another version. */
export type Reference = { version: number | null; stage: number | 'same' };
/** A stage past every end: of a plan of whatever length this is its goal. */
export const goalStage = 200;
export type Compare = 'none' | 'ghost' | 'beside';
export const compare: Store<Compare> = createStore<Compare>('none');
/** Its own start, until another is chosen. */
export const reference: Store<Reference> = createStore<Reference>({ version: null, stage: 0 });

/** Colour of the ghost in the picture and in its legend. */
export const ghostColour = '#5b9dff';
/** How dense the ghost is: 0 is an outline, 1 is solid. The default lets the plan be seen through it. */
export const ghostDensity: Store<number> = createStore(0.3);
export const ghostStep = 0.1;
export const setGhostDensity = (density: number): void =>
  ghostDensity.set(Math.round(10 * Math.max(0, Math.min(1, density))) / 10);

/** mm at which the scale ends, and its colours from still to there (from white to violet, told apart without hue). */
export const heatMost = 2;
export const heatScale = ['#f4efe4', '#f6d58a', '#e8894f', '#b83a5e', '#5a1e74'] as const;

/** Where the section cuts: a plane along which axis, mm from the middle. */
export type Section = { axis: 'x' | 'y' | 'z'; at: number };
export const section: Store<Section> = createStore<Section>({ axis: 'x', at: 0 });

/** Two places on teeth between which a distance is measured; the first alone while the second is looked for. */
export type Measured = readonly (readonly [number, number, number])[];
export const measuring: Store<boolean> = createStore(false);
export const measured: Store<Measured> = createStore<Measured>([]);
