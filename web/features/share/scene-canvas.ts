/** A three.js canvas without React that follows the size of its holder. */
import { type PerspectiveCamera, WebGLRenderer } from 'three';

export type SceneCanvas = {
  renderer: WebGLRenderer;
  canvas: HTMLCanvasElement;
  /** Adopts the holder's size now; later changes are followed automatically. */
  fit(): void;
  dispose(): void;
};

/** @param onFit called after a change of the aspect ratio, to draw again @throws Error without WebGL */
export function createSceneCanvas(
  holder: HTMLElement,
  camera: PerspectiveCamera,
  onFit: () => void,
): SceneCanvas {
  const renderer = new WebGLRenderer({ antialias: true, alpha: true, powerPreference: 'high-performance' });
  const canvas = renderer.domElement;
  canvas.style.cssText = 'display:block;touch-action:none';
  holder.append(canvas);
  const fit = () => {
    const { width, height } = holder.getBoundingClientRect();
    if (width === 0 || height === 0) return;
    renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    renderer.setSize(width, height);
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    onFit();
  };
  const watch = new ResizeObserver(fit);
  watch.observe(holder);
  return {
    renderer,
    canvas,
    fit,
    dispose() {
      watch.disconnect();
      renderer.dispose();
      canvas.remove();
    },
  };
}
