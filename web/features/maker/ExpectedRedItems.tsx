/** The red points that reviewers of a built plan will see, measured before submission. */
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { VersionListName } from '#events/plan/discussion-events.ts';
import type { CaseView } from '#projections/case/view.ts';
import { redItemsOfVersion } from '#web/features/plan/red-points.ts';
import { useToothContactsOfShapes } from '#web/features/plan/useToothContacts.ts';
import { describeTeethOfOneVersion } from '#web/features/review/order-text.ts';
import { expectedUnmetRequestItems } from '#web/features/review/red-items.ts';
import { bundleQuery, findPlanJson } from '#web/features/viewer/bundle.ts';
import { useBundle } from '#web/features/viewer/useBundle.ts';
import { Banner } from '#web/ui/banner.tsx';
import styles from './maker.module.css';

type Props = {
  view: CaseView;
  list: VersionListName;
  bundle: PlanBundle;
  partUrl: (sha256: string) => string;
};

/** Returns the plan.json of each version with an open request. Undefined until all are loaded. */
function useAskedOf(
  view: CaseView,
): ((list: VersionListName, version: number) => PlanBundle | null) | undefined {
  const asked = view.requests.filter(({ open }) => open);
  const files = asked.flatMap(({ list, version }) => {
    const file = findPlanJson(view[list].find(plan => plan.version === version)?.files ?? []);
    return file ? [{ key: `${list} ${version}`, id: file.id }] : [];
  });
  const unique = [...new Map(files.map(file => [file.id, file])).values()];
  const read = useQueries({ queries: unique.map(({ id }) => bundleQuery(`/api/files/${id}`)) });
  if (read.some(({ isPending }) => isPending)) return undefined;
  const bundles = new Map(unique.map(({ key }, at) => [key, read[at]?.data ?? null]));
  return (list, version) => bundles.get(`${list} ${version}`) ?? null;
}

export function ExpectedRedItems({ view, list, bundle, partUrl }: Props) {
  const { t } = useTranslation(['maker', 'review']);
  const [first] = view[list];
  const firstBundle = useBundle(first);
  const compared = first ? { version: first.version, bundle: firstBundle ?? null } : null;
  const url = partUrl(bundle.parts.teeth.sha256);
  // Every build has a new object URL, so the URL identifies its measurements.
  const contacts = useToothContactsOfShapes(url, bundle, { key: url, ready: true });
  const askedOf = useAskedOf(view);
  const requests = askedOf ? expectedUnmetRequestItems(view.requests, bundle, askedOf, t) : [];
  const red = redItemsOfVersion({ view, list, bundle, compared, contacts, shaped: true, requests }, t);
  const isMeasuring = contacts === undefined || askedOf === undefined || firstBundle === undefined;
  const lines = [
    ...(isMeasuring ? [t('maker:measuring')] : []),
    ...describeTeethOfOneVersion(bundle, compared, view.sections, t),
  ].map(line => (
    <p key={line} className="t-small t-2">
      {line}
    </p>
  ));
  if (red.length === 0) return lines;
  const title = t(`maker:${isMeasuring ? 'notYetAtLeast' : 'notYet'}`, { count: red.length });
  return (
    <>
      <Banner tone="warn" role="none" title={title}>
        <ul className={styles.issues}>
          {red.map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
        </ul>
      </Banner>
      {lines}
    </>
  );
}
