/** A plan to be drawn, and the loading of its shapes. */
import { useEffect, useState } from 'react';
import type { PlanBundle } from '#events/plan/bundle.ts';
import { createShapeLoader, type ShapeLoader } from '#workers/shapes/client.ts';
import type { ShadedShapes } from '#workers/shapes/protocol.ts';

export type PlanSource = {
  bundle: PlanBundle;
  /** Address of a bundle part by its SHA-256. */
  partUrl: (sha256: string) => string;
  /** A loader created earlier. It is closed after loading. */
  loader?: ShapeLoader;
};

export type LoadedShapes =
  | { shapes: ShadedShapes; detail: 'coarse' | 'fine' }
  | { shapes: null; detail: 'loading' }
  /** The coarse set may have loaded before the failure, and stays. */
  | { shapes: ShadedShapes | null; detail: 'failed' };

const loading: LoadedShapes = { shapes: null, detail: 'loading' };

/** Loads a plan's shapes, first a coarse set, then all. Shapes are null without a plan. */
export function useShapes(source: PlanSource | null): LoadedShapes {
  const [loaded, setLoaded] = useState<LoadedShapes>(loading);
  const { teeth, coarse } = source?.bundle.parts ?? {};
  // Pushed rows are new objects of the same plan. Only other files mean another plan.
  const key = `${teeth?.sha256} ${coarse?.sha256}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the source
  useEffect(() => {
    setLoaded(loading);
    if (!source) return;
    const { bundle, partUrl } = source;
    const loader = source.loader ?? createShapeLoader();
    let closed = false;
    const load = async () => {
      for (const detail of ['coarse', 'fine'] as const) {
        const part = bundle.parts[detail === 'coarse' ? 'coarse' : 'teeth'];
        const shapes = await loader.load(partUrl(part.sha256), bundle.teeth);
        if (closed) return;
        setLoaded({ shapes, detail });
      }
    };
    load()
      .catch(() => {
        if (!closed) setLoaded(({ shapes }) => ({ shapes, detail: 'failed' }));
      })
      .finally(() => loader.close());
    return () => {
      closed = true;
      loader.close();
    };
  }, [key]);
  return loaded;
}
