/** A retainer order as a viewer gets it, over HTTP and over the socket alike. */
import type { Option } from '#events/case/options.ts';
import type { RetainerAct, RetainerStatus } from '#events/retainer/retainer.ts';
import type { PersonRef } from '../caseList/item.ts';
import type { Listed } from '../contract.ts';

export type RetainerListItem = {
  /** `<case>-R<n>` */
  id: string;
  caseId: string;
  retainer: number;
  /** Masked where the eye is hidden. */
  patientName: string;
  clinic: string | null;
  owner: PersonRef;
  type: Option<'retainerType'>;
  arch: Option<'retainerArch'>;
  quantity: number;
  status: RetainerStatus;
  appliedAt: string;
  producedAt: string | null;
  deliveredAt: string | null;
  receivedAt: string | null;
  courier: number | null;
  trackingNumber: string | null;
  /** The next step or the next order, where it is this viewer's. */
  action: RetainerAct | null;
  /** Wire position of the last event in it: the newer one wins in the browser. */
  position: string;
};

/** How many orders the viewer sees, by status 1 to 4. */
export type RetainerCounts = Record<Exclude<RetainerStatus, 0>, number>;
export type RetainerPage = Listed<RetainerListItem> & { counts: RetainerCounts };
