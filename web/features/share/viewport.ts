/** The canvas of a picture that three draws alone: as large as what holds it, whatever becomes of that. */
import { type PerspectiveCamera, WebGLRenderer } from 'three';

export type Viewport = {
  renderer: WebGLRenderer;
  canvas: HTMLCanvasElement;
  /** Takes the holder's size at once; later ones are taken as they come. */
  fit(): void;
  dispose(): void;
};

/**
 * @param onFit the camera has another aspect: draw
 * @throws Error where there is no WebGL
 */
export function createViewport(holder: HTMLElement, camera: PerspectiveCamera, onFit: () => void): Viewport {
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
