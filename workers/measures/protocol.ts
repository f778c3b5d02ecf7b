/** Calls of the page to the worker that measures a plan over its stages. */
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { ContactReport } from '#events/plan/contacts.ts';
import type { OcclusalCurve } from '../stages/curves.ts';

export type { OcclusionMeasure as Measure } from '#events/plan/occlusion.ts';
export type { OcclusalCurve as Curve } from '../stages/curves.ts';

/** `done`: share of the work, 0 to 1, at most ten times a second. */
export type OnProgress = (done: number) => void;

/**
 * Functions of the worker that measures a plan.
 * @param url of the bundle's GLB of teeth, same origin. @throws Error if it is missing or broken
 */
export type MeasureWorkerApi = {
  /** Returns the curves of the occlusal measures. */
  curves(url: string, bundle: PlanBundle): Promise<OcclusalCurve[]>;
  /** Returns contacts, collisions and the enamel to be removed for them. */
  contacts(url: string, bundle: PlanBundle, onShare: OnProgress): Promise<ContactReport>;
};
