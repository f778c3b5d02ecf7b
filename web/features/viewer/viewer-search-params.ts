/** Parses stage, camera and tooth of an address. A separate module, so that routes do not load the viewer. */
import { type Fdi, isFdi } from '#events/tooth/fdi.ts';

/** Characters of a camera's name or numbers. The viewer parses the camera, so that routes do not load its parser. */
const cameraText = /^[a-z\d,.-]{1,26}$/;

export type ViewerSearchParams = { stage?: number; view?: string; tooth?: Fdi };

/** Parses the address; malformed values are dropped. */
export function readViewerSearchParams(raw: Record<string, unknown>): ViewerSearchParams {
  const stage = Number(raw.stage);
  const tooth = Number(raw.tooth);
  return {
    ...(raw.stage !== undefined && Number.isInteger(stage) && stage >= 0 && stage <= 200 && { stage }),
    ...(typeof raw.view === 'string' && cameraText.test(raw.view) && { view: raw.view }),
    ...(isFdi(tooth) && { tooth }),
  };
}
