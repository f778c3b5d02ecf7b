/** All red points of a version: the review lists them, and the maker before the version is handed in. */
import type { TFunction } from 'i18next';
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { VersionList } from '#events/plan/discussion-events.ts';
import type { CaseView } from '#projections/case/view.ts';
import { redOrder, redTeeth } from '#web/features/review/order-words.ts';
import type { RedItem } from '#web/features/review/red.ts';
import { capsOf, redVelocities } from './caps.ts';
import { redCollisions } from './contact-words.ts';
import type { Contacts } from './useContacts.ts';

type Version = {
  view: CaseView;
  list: VersionList;
  bundle: PlanBundle | null;
  /** The plan.json exists and cannot be read. */
  unread?: boolean;
  /** The first version; null where this one is the first. */
  compared: { version: number; bundle: PlanBundle | null } | null;
  contacts: Contacts;
  /** The version has shapes, so contacts can be measured. */
  shaped: boolean;
  /** Requests that it does not meet, as red points. */
  requests: readonly RedItem[];
};

export function redPoints(version: Version, t: TFunction): RedItem[] {
  const { view, list, bundle, unread, compared, contacts, shaped, requests } = version;
  return [
    ...requests,
    ...(unread ? [{ key: 'plan:unread', text: t('review:red.unread') }] : []),
    ...redTeeth(bundle, compared, t),
    ...redOrder(bundle, view.sections, t),
    // A target has one step, from the scan to the goal: no aligner makes it.
    ...(list === 'plans' ? redVelocities(bundle, capsOf(view), t) : []),
    ...redCollisions(contacts, shaped, t),
  ];
}
