/**
 * Parses stage, camera and tooth of an address. In a module of its own, so that routes do not load the
 * viewer.
 */
import { type Fdi, isFdi } from '#events/tooth/fdi.ts';
import { cameraText, readCamera } from './camera.ts';

export type ViewerSearch = { stage?: number; view?: string; tooth?: Fdi };

/** Ignores malformed values. */
export function readViewerSearch(raw: Record<string, unknown>): ViewerSearch {
  const stage = Number(raw.stage);
  const view = readCamera(raw.view);
  const tooth = Number(raw.tooth);
  return {
    ...(raw.stage !== undefined && Number.isInteger(stage) && stage >= 0 && stage <= 200 && { stage }),
    ...(view && { view: cameraText(view) }),
    ...(isFdi(tooth) && { tooth }),
  };
}
