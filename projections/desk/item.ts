/** A service desk as a viewer gets it, over HTTP and the socket. */
import type { CannedAnswer } from '#events/desk/canned.ts';
import type { CustomCourierName } from '#events/desk/courier-name.ts';
import type { DeskHours } from '#events/desk/hours.ts';
import type { PersonRef } from '../caseList/item.ts';

export type ServiceDeskView = DeskHours & {
  /** The organisation that runs the desk. */
  orgId: string;
  /** Number of people on duty. */
  onDuty: number;
  /** People on duty, for the desk's staff; null for the served clinics. */
  duty: { person: PersonRef; since: string }[] | null;
  /** Canned answers in order, for the desk's staff; null for the served clinics. */
  canned: CannedAnswer[] | null;
  /** The organisation's own courier names. Couriers missing here have their default names. */
  couriers: CustomCourierName[];
  /** Which settings the viewer may change. */
  may: { keep: boolean; duty: boolean };
  /** ISO time since when the viewer is on duty; null if off duty. */
  mine: string | null;
  position: string;
};
