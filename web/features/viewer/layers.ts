/** State of the picture's content: layers, comparison, section, ruler. */
import { type Atom, atom } from 'jotai/vanilla';
import { screenStore } from '#web/lib/screen-store.ts';

/** Layers in the order of the toolbar, with their keys. `first`: on by default. */
export const layerByName = {
  attachments: { key: 'a', first: true },
  ipr: { key: 'i', first: true },
  gums: { key: 'g', first: true },
  numbers: { key: 'n', first: true },
  grid: { key: 'r', first: false },
  heat: { key: 'h', first: false },
  section: { key: 'x', first: false },
} as const;
export type Layer = keyof typeof layerByName;
export const layerNames = Object.keys(layerByName) as readonly Layer[];

export type ShownLayers = Readonly<Record<Layer, boolean>>;
const first = Object.fromEntries(layerNames.map(name => [name, layerByName[name].first])) as ShownLayers;

export const shownLayersAtom = atom<ShownLayers>(first);
/** One atom per layer, so that a switch re-renders only the components that show the layer. */
export const layerVisibilityAtoms = Object.fromEntries(
  layerNames.map(name => [name, atom(get => get(shownLayersAtom)[name])]),
) as Readonly<Record<Layer, Atom<boolean>>>;
export const toggleLayer = (layer: Layer): void =>
  screenStore.set(shownLayersAtom, before => ({ ...before, [layer]: !before[layer] }));

/** Target of a comparison: another stage, or another version. */
export type ComparisonReference = { version: number | null; stage: number | 'same' };
/** A stage beyond any plan's end, so it is the goal of every plan. */
export const GOAL_STAGE = 200;
export type ComparisonMode = 'none' | 'ghost' | 'beside';
export const comparisonModeAtom = atom<ComparisonMode>('none');
/** Default reference: the plan's own start. */
export const comparisonReferenceAtom = atom<ComparisonReference>({ version: null, stage: 0 });
/** The compared version; null if the plan is compared with itself. */
export const comparedVersionAtom = atom(get => get(comparisonReferenceAtom).version);

/** Colour of the ghost in the picture and its legend. */
export const ghostColour = '#5b9dff';
/** Density of the ghost: 0 is an outline, 1 is solid. By default the plan shows through. */
export const ghostDensityAtom = atom<number>(0.3);
export const ghostStep = 0.1;
export const setGhostDensity = (density: number): void =>
  screenStore.set(ghostDensityAtom, Math.round(10 * Math.max(0, Math.min(1, density))) / 10);

/** Upper end of the heat map's scale, in mm. */
export const heatScaleMax = 2;
/** Colours of the heat map's scale, from 0 to its upper end: white to violet, distinct without hue. */
export const heatScaleColours = ['#f4efe4', '#f6d58a', '#e8894f', '#b83a5e', '#5a1e74'] as const;

/** The section plane: its axis, and mm from the middle. */
export type SectionPlane = { axis: 'x' | 'y' | 'z'; at: number };
export const sectionPlaneAtom = atom<SectionPlane>({ axis: 'x', at: 0 });

/** Points of a measurement, mm in world coordinates; a single one while the second is being chosen. */
export type MeasuredPoints = readonly (readonly [number, number, number])[];
export const isMeasuringAtom = atom<boolean>(false);
export const measuredPointsAtom = atom<MeasuredPoints>([]);
