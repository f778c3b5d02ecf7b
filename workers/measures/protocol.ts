/** What the page asks of the worker that measures a plan over its stages. */
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { ContactReport } from '#events/plan/contacts.ts';
import type { Curve } from '../stages/curves.ts';

export type { Measure } from '#events/plan/occlusion.ts';
export type { Curve } from '../stages/curves.ts';

/** `done`: the share of the work, 0 to 1; at most ten times a second. */
export type OnProgress = (done: number) => void;

/** @param url of the bundle's teeth, same origin. @throws where it is not there or broken */
export type MeasureWork = {
  /** Curves of the occlusion. */
  curves(url: string, bundle: PlanBundle): Promise<Curve[]>;
  /** Contacts, collisions and what would have to be taken off. */
  contacts(url: string, bundle: PlanBundle, onShare: OnProgress): Promise<ContactReport>;
};
