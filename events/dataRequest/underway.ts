/** Cases that cannot be erased now, because something is made for the patient or is on its way. Pure. */
import type { CaseState } from '../case/case.ts';
import { Status } from '../case/status.ts';
import { trayStatus } from '../tray/tray.ts';

/** True while a batch is produced or shipped, or an aligner or a retainer that was ordered has not arrived. */
export const isProductionUnderway = ({ status, trays, retainers }: CaseState): boolean =>
  status === Status.InProduction ||
  status === Status.Shipping ||
  trays.some(tray => trayStatus(tray) !== 'received') ||
  retainers.some(({ received }) => received === null);
