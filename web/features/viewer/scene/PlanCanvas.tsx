/** The canvas of a plan, with its own React root. Loaded lazily. */
import { createRoot, type ReconcilerRoot } from '@react-three/fiber';
import { useEffect, useRef } from 'react';
import { defaultDistance } from '../camera.ts';
import type { LabelAnchors } from '../label-anchors.ts';
import { fieldOfView } from './orbit.ts';
import { Scene } from './Scene.tsx';
import { type LoadedShapes, type PlanSource, useShapes } from './useShapes.ts';

type Props = {
  source: PlanSource;
  other: PlanSource | null;
  anchors: LabelAnchors;
  /** Labels of the plan shown next to this one. */
  otherAnchors: LabelAnchors;
  /** Receives the level of detail loaded. */
  onDetail: (detail: LoadedShapes['detail'] | 'lost') => void;
  /** Called if WebGL is missing or failed. */
  onNone: () => void;
  className?: string;
};

/** Device pixels per CSS pixel at most. More is invisible and slow. */
const maxDensity = 2;

/** Creates a canvas per mount, because a released one cannot be reused. */
function appendCanvas(parent: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.style.cssText = 'display:block;width:100%;height:100%;touch-action:none';
  parent.append(canvas);
  return canvas;
}

/** Fits the root to its parent. Rejects if WebGL is missing. */
function configureRoot(root: ReconcilerRoot<HTMLCanvasElement>, parent: HTMLElement) {
  const { width, height } = parent.getBoundingClientRect();
  return root.configure({
    frameloop: 'demand',
    dpr: Math.min(maxDensity, devicePixelRatio),
    flat: true,
    size: { width, height, top: 0, left: 0 },
    gl: { antialias: true, alpha: true, localClippingEnabled: true, powerPreference: 'high-performance' },
    camera: { fov: fieldOfView, near: 5, far: 1200, position: [0, 0, defaultDistance] },
  });
}

export function PlanCanvas({ source, other, anchors, otherAnchors, onDetail, onNone, className }: Props) {
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
  // Passes each render of the page to the canvas's own root.
  useEffect(() => {
    root.current?.render(latest.current);
  });

  useEffect(() => {
    const parent = holder.current;
    if (!parent) return;
    const canvas = appendCanvas(parent);
    const made = createRoot(canvas);
    let open = true;
    const start = async () => {
      try {
        await configureRoot(made, parent);
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
      if (root.current) void configureRoot(made, parent);
    });
    watch.observe(parent);
    const lost = (event: Event) => {
      // Without preventDefault the context is never restored.
      event.preventDefault();
      onDetail('lost');
    };
    const restored = () => {
      onDetail('fine');
      // The scene is drawn on demand and has not changed: request a frame explicitly.
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
