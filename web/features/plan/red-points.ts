/** All red points of a version, for the review and for the maker before submission. */
import type { TFunction } from 'i18next';
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { VersionListName } from '#events/plan/discussion-events.ts';
import type { CaseView } from '#projections/case/view.ts';
import { differentPatientRedItems, orderDeviationRedItems } from '#web/features/review/order-text.ts';
import type { RedItem } from '#web/features/review/red-items.ts';
import { movementCaps, tooFastToothRedItems } from './caps.ts';
import { collisionRedItems } from './contact-text.ts';
import type { MeasuredContacts } from './useToothContacts.ts';

type Version = {
  view: CaseView;
  list: VersionListName;
  bundle: PlanBundle | null;
  /** The plan.json exists but is unreadable. */
  unread?: boolean;
  /** The first version to compare with; null if this is the first. */
  compared: { version: number; bundle: PlanBundle | null } | null;
  contacts: MeasuredContacts;
  /** The version has shapes, so contacts can be measured. */
  shaped: boolean;
  /** Unmet requests as red points. */
  requests: readonly RedItem[];
};

export function redItemsOfVersion(version: Version, t: TFunction): RedItem[] {
  const { view, list, bundle, unread, compared, contacts, shaped, requests } = version;
  return [
    ...requests,
    ...(unread ? [{ key: 'plan:unread', text: t('review:red.unread') }] : []),
    ...differentPatientRedItems(bundle, compared, t),
    ...orderDeviationRedItems(bundle, view.sections, t),
    // A target has no aligners, so it has no velocity per aligner.
    ...(list === 'plans' ? tooFastToothRedItems(bundle, movementCaps(view), t) : []),
    ...collisionRedItems(contacts, shaped, t),
  ];
}
