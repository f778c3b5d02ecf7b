/** What the page asks of the worker that measures an occlusion over the stages. */
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { Curve } from '../stages/curves.ts';

export type { Curve, Measure } from '../stages/curves.ts';

export type MeasureWork = {
  /** @param url of the bundle's teeth, same origin. @throws where it is not there or broken */
  curves(url: string, bundle: PlanBundle): Promise<Curve[]>;
};
