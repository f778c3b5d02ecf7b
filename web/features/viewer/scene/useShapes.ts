/** A plan that is drawn: what it says, where its shapes are, and how far they have come. */
import { useEffect, useState } from 'react';
import type { PlanBundle } from '#events/plan/bundle.ts';
import { createShapeLoader, type ShapeLoader } from '#workers/shapes/client.ts';
import type { Shapes } from '#workers/shapes/protocol.ts';

export type PlanSource = {
  bundle: PlanBundle;
  /** Where a part of the bundle is served, by its SHA-256. */
  partUrl: (sha256: string) => string;
  /** One that was opened before; it is closed once all is loaded. */
  loader?: ShapeLoader;
};

export type LoadedShapes =
  | { shapes: Shapes; detail: 'coarse' | 'fine' }
  | { shapes: null; detail: 'loading' }
  /** The coarse set may be there, and stay. */
  | { shapes: Shapes | null; detail: 'failed' };

const loading: LoadedShapes = { shapes: null, detail: 'loading' };

/** The shapes of a plan, first a coarse set, then all of them. Null where there is no plan to be drawn. */
export function useShapes(source: PlanSource | null): LoadedShapes {
  const [loaded, setLoaded] = useState<LoadedShapes>(loading);
  const { teeth, coarse } = source?.bundle.parts ?? {};
  // Another plan is another pair of files; a row that was pushed is a new object of the same plan.
  const key = `${teeth?.sha256} ${coarse?.sha256}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of the source
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
