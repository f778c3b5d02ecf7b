/** The stage, the camera and the chosen tooth of an address; every route of a plan reads them, so that it brings nothing of the viewer. */
import { type Fdi, isFdi } from '#events/tooth/fdi.ts';
import { cameraText, readCamera } from './camera.ts';

export type ViewerSearch = { stage?: number; view?: string; tooth?: Fdi };

/** What an address says of it; nonsense is as if nothing were said. */
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
