/** A service desk as a viewer gets it, over HTTP and over the socket alike. */
import type { Canned } from '#events/desk/canned.ts';
import type { CourierName } from '#events/desk/courier-name.ts';
import type { Hours } from '#events/desk/hours.ts';
import type { PersonRef } from '../caseList/item.ts';

export type DeskItem = Hours & {
  /** The organisation whose desk it is. */
  orgId: string;
  /** How many are on duty. */
  onDuty: number;
  /** Who is, for the desk's own staff; null for whoever is served. */
  duty: { person: PersonRef; since: string }[] | null;
  /** In their order, for the desk's own staff; null for whoever is served. */
  canned: Canned[] | null;
  /** The organisation's names for its couriers; those left out have their usual names. */
  couriers: CourierName[];
  /** What the viewer may do here. */
  may: { keep: boolean; duty: boolean };
  /** Since when the viewer is on duty, ISO; null where they are not. */
  mine: string | null;
  position: string;
};
