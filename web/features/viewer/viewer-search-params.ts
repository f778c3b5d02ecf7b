/** Parses stage, camera and tooth of an address. A separate module, so that routes do not load the viewer. */
import { type Fdi, isFdi } from '#events/tooth/fdi.ts';

/** Form of a camera in the address: a view's name, or three numbers. The viewer parses it, and ignores other names. */
const cameraForm = /^(?:[a-z]{1,12}|-?[\d.]{1,8}(?:,-?[\d.]{1,8}){2})$/;

export type ViewerSearchParams = { stage?: number; view?: string; tooth?: Fdi };

/** Parses the address; malformed values are dropped. */
export function readViewerSearchParams(raw: Record<string, unknown>): ViewerSearchParams {
  const stage = Number(raw.stage);
  const tooth = Number(raw.tooth);
  return {
    ...(raw.stage !== undefined && Number.isInteger(stage) && stage >= 0 && stage <= 200 && { stage }),
    ...(typeof raw.view === 'string' && cameraForm.test(raw.view) && { view: raw.view }),
    ...(isFdi(tooth) && { tooth }),
  };
}
