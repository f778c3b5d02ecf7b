/** The picture of a plan: a canvas with a scene of its own. Loaded only where it is shown. */
import { createRoot, type ReconcilerRoot } from '@react-three/fiber';
import { useEffect, useRef } from 'react';
import type { Anchors } from '../anchors.ts';
import { usualDistance } from '../camera.ts';
import { type Loaded, type Source, useShapes } from './model.ts';
import { fieldOfView } from './orbit.ts';
import { Scene } from './Scene.tsx';

type Props = {
  source: Source;
  other: Source | null;
  anchors: Anchors;
  /** Of what stands beside it. */
  otherAnchors: Anchors;
  /** How much of it is there; the page says so. */
  onDetail: (detail: Loaded['detail'] | 'lost') => void;
  /** There is no WebGL, or it broke for good. */
  onNone: () => void;
  className?: string;
};

/** px of the screen to one of the page, at most: what is beyond is not seen and costs. */
const dpr: [number, number] = [1, 2];

export function Picture({ source, other, anchors, otherAnchors, onDetail, onNone, className }: Props) {
  const holder = useRef<HTMLDivElement>(null);
  const root = useRef<ReconcilerRoot<HTMLCanvasElement> | null>(null);
  const shown = useShapes(source);
  const otherShown = useShapes(other);
  const scene = (
    <Scene
      source={source}
      shown={shown}
      other={other && { source: other, shown: otherShown }}
      anchors={anchors}
      otherAnchors={otherAnchors}
    />
  );
  const latest = useRef(scene);
  latest.current = scene;
  const none = useRef(onNone);
  none.current = onNone;
  useEffect(() => onDetail(shown.detail), [shown.detail, onDetail]);
  // What the page has drawn anew is handed to the other root.
  useEffect(() => {
    root.current?.render(latest.current);
  });

  useEffect(() => {
    const parent = holder.current;
    if (!parent) return;
    // A canvas of its own for each time that it opens: one that was given back cannot be used again.
    const canvas = document.createElement('canvas');
    canvas.style.cssText = 'display:block;width:100%;height:100%;touch-action:none';
    parent.append(canvas);
    const made = createRoot(canvas);
    const sized = () => {
      const { width, height } = parent.getBoundingClientRect();
      return { width, height, top: 0, left: 0 };
    };
    let open = true;
    const configure = () =>
      made.configure({
        frameloop: 'demand',
        dpr,
        flat: true,
        size: sized(),
        gl: { antialias: true, alpha: true, localClippingEnabled: true, powerPreference: 'high-performance' },
        camera: { fov: fieldOfView, near: 5, far: 1200, position: [0, 0, usualDistance] },
      });
    const start = async () => {
      try {
        await configure();
      } catch {
        if (open) none.current();
        return;
      }
      if (!open) return;
      root.current = made;
      made.render(latest.current);
    };
    void start();
    const watch = new ResizeObserver(() => {
      if (root.current) void configure();
    });
    watch.observe(parent);
    const lost = (event: Event) => {
      // Without this it would never come back.
      event.preventDefault();
      onDetail('lost');
    };
    const restored = () => {
      onDetail('fine');
      // Nothing of the scene has changed, and it is drawn on demand.
      root.current?.render(latest.current).getState().invalidate();
    };
    canvas.addEventListener('webglcontextlost', lost);
    canvas.addEventListener('webglcontextrestored', restored);
    return () => {
      open = false;
      root.current = null;
      watch.disconnect();
      canvas.removeEventListener('webglcontextlost', lost);
      canvas.removeEventListener('webglcontextrestored', restored);
      made.unmount();
      canvas.remove();
    };
  }, [onDetail]);
  return <div ref={holder} className={className} aria-hidden="true" />;
}
