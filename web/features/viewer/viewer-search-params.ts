/** Parses stage, camera and tooth of an address. A separate module, so that routes do not load the viewer. */
import { type Fdi, isFdi } from '#events/tooth/fdi.ts';
import { formatCamera, parseCamera } from './camera.ts';

export type ViewerSearchParams = { stage?: number; view?: string; tooth?: Fdi };

/** Parses the address; malformed values are dropped. */
export function readViewerSearchParams(raw: Record<string, unknown>): ViewerSearchParams {
  const stage = Number(raw.stage);
  const view = parseCamera(raw.view);
  const tooth = Number(raw.tooth);
  return {
    ...(raw.stage !== undefined && Number.isInteger(stage) && stage >= 0 && stage <= 200 && { stage }),
    ...(view && { view: formatCamera(view) }),
    ...(isFdi(tooth) && { tooth }),
  };
}
