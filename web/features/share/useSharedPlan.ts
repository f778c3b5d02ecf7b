/** Loads a shared plan for drawing. */
import { useEffect, useState } from 'react';
import { planBundleSchema } from '#events/plan/bundle-schema.ts';
import type { PlanSource } from '#web/features/viewer/scene/useShapes.ts';
import type { SharedViewProps } from './mount.tsx';
import type { SharedPlanDownload } from './shared-downloads.ts';

/** `files`: `/api/shares/{key}/files`. */
export type SharedPlan = { files: string; begun: SharedPlanDownload };

/** Null while loading or after a failure; `onDetail` receives the state. */
export function useSharedPlan({ shown, onDetail }: SharedViewProps<SharedPlan>): PlanSource | null {
  const [source, setSource] = useState<PlanSource | null>(null);
  useEffect(() => {
    const { files, begun } = shown;
    let closed = false;
    Promise.all([begun.plan, begun.coarse]).then(
      ([plan, coarse]) => {
        const { data: bundle } = planBundleSchema.safeParse(plan);
        if (closed) return;
        if (!bundle) return onDetail('failed');
        const here = bundle.parts.coarse.sha256;
        const partUrl = (sha256: string) => (sha256 === here ? coarse : `${files}/${sha256}.glb`);
        setSource({ bundle, partUrl, loader: begun.loader });
      },
      () => onDetail('failed'),
    );
    return () => {
      closed = true;
    };
  }, [shown, onDetail]);
  return source;
}
