/**
 * Camera of the viewer: azimuth in degrees (0 is the front, positive towards the patient's left), elevation
 * in degrees above the occlusal plane, distance in mm. Kept in the address, so that a link shows what its
 * sender saw.
 */
import type { Arch } from '#events/tooth/fdi.ts';

export type Camera = { azimuth: number; elevation: number; distance: number };

/** Standard views, in the order of a photo series. `only` hides the other arch. */
const views = {
  front: { azimuth: 0, elevation: 0, zoom: 1 },
  right: { azimuth: -90, elevation: 0, zoom: 1 },
  left: { azimuth: 90, elevation: 0, zoom: 1 },
  upper: { azimuth: 0, elevation: -89.9, zoom: 1.05, only: 'upper' },
  lower: { azimuth: 0, elevation: 89.9, zoom: 1.05, only: 'lower' },
  /** Profile, cut through the left central incisors. */
  overjet: { azimuth: -90, elevation: 0, zoom: 0.8 },
} as const satisfies Record<string, { azimuth: number; elevation: number; zoom: number; only?: Arch }>;
export type StandardView = keyof typeof views;
export const viewNames = Object.keys(views) as readonly StandardView[];

/** The arch that a view shows alone; null if it shows both. */
export const archOfView = (view: StandardView): Arch | null => (views[view] as { only?: Arch }).only ?? null;
/** Views of a plan with these arches. */
export const viewsForArches = (arches: readonly Arch[]): readonly StandardView[] =>
  viewNames.filter(view => {
    const own = archOfView(view);
    return own === null || arches.includes(own);
  });

/** Distance of the camera, mm, at which both arches fill the picture. */
export const defaultDistance = 175;
export const distanceLimits = { min: 40, max: 500 } as const;

export const cameraOfView = (view: StandardView): Camera => {
  const { azimuth, elevation, zoom } = views[view];
  return { azimuth, elevation, distance: defaultDistance * zoom };
};

const near = (a: number, b: number, most: number) => Math.abs(a - b) <= most;

/** Returns the view that the camera is at; undefined after it was moved. */
export const viewOfCamera = (camera: Camera): StandardView | undefined =>
  viewNames.find(name => {
    const { azimuth, elevation, distance } = cameraOfView(name);
    return (
      near(azimuth, camera.azimuth, 0.2) &&
      near(elevation, camera.elevation, 0.2) &&
      near(distance, camera.distance, 1)
    );
  });

/** Returns the camera for the address: a view's name, or three numbers. */
export const formatCamera = (camera: Camera): string =>
  viewOfCamera(camera) ??
  [camera.azimuth, camera.elevation, camera.distance].map(value => Math.round(value)).join(',');

const clampTo = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));

/** Parses the camera of an address; undefined if it is malformed. */
export function parseCamera(text: unknown): Camera | undefined {
  if (typeof text !== 'string') return undefined;
  const named = viewNames.find(name => name === text);
  if (named) return cameraOfView(named);
  const numbers = text.split(',').map(Number);
  const [azimuth, elevation, distance] = numbers;
  if (numbers.length !== 3 || azimuth === undefined || elevation === undefined || distance === undefined)
    return undefined;
  if (numbers.some(value => !Number.isFinite(value))) return undefined;
  return {
    azimuth: clampTo(azimuth, -180, 180),
    elevation: clampTo(elevation, -90, 90),
    distance: clampTo(distance, distanceLimits.min, distanceLimits.max),
  };
}
