/** The case's menu for the patient's data, for those who may ask; and the notice of an open request. */
import { useQuery } from '@tanstack/react-query';
import { UserRoundX } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dataRequestStatusOf } from '#events/dataRequest/data-request.ts';
import type { CaseView } from '#projections/case/view.ts';
import { formatMoment } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { currentUserQuery } from '#web/lib/queries.ts';
import { Banner } from '#web/ui/banner.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { type DataRequestKind, patientDataQuery } from './data-request-queries.ts';

const AskRequestDialog = lazy(() => import('./AskRequestDialog.tsx'));

const kinds: readonly DataRequestKind[] = ['copy', 'erasure'];

/** True for the owner and for Admins: the server decides again. */
function useMayAsk({ facts, erased }: CaseView): boolean {
  const { data: user } = useQuery(currentUserQuery());
  return !erased && user !== undefined && (user.id === facts.ownerId || user.position === 'Admin');
}

export function PatientDataMenu({ view }: { view: CaseView }) {
  const { t } = useTranslation('dataRequest');
  const [asking, setAsking] = useState<DataRequestKind | null>(null);
  if (!useMayAsk(view)) return null;
  return (
    <>
      <Menu
        label={t('menu')}
        trigger={{ icon: <UserRoundX aria-hidden="true" /> }}
        items={kinds.map(kind => ({
          id: kind,
          label: t(`ask.${kind}`),
          danger: kind === 'erasure',
          onPress: () => setAsking(kind),
        }))}
      />
      {asking && (
        <Suspense fallback={null}>
          <AskRequestDialog kind={asking} caseId={view.caseId} onClose={() => setAsking(null)} />
        </Suspense>
      )}
    </>
  );
}

/** Tells on the case's page that a request waits, or that the patient is being erased. */
export function OpenDataRequestsNotice({ view }: { view: CaseView }) {
  const { t } = useTranslation('dataRequest');
  const now = useNow();
  const { data } = useQuery({ ...patientDataQuery(view.caseId), enabled: useMayAsk(view) });
  const shown = (data?.requests ?? []).filter(item => {
    const standing = dataRequestStatusOf(item, now);
    return standing === 'open' || (standing === 'working' && item.kind === 'erasure');
  });
  return shown.map(item => (
    <Banner
      key={item.id}
      tone="warn"
      role="none"
      actions={
        <LinkButton size="small" href="/updateUser?tab=requests">
          {t('view')}
        </LinkButton>
      }
    >
      {dataRequestStatusOf(item, now) === 'working'
        ? t('banner.working')
        : t(`banner.${item.kind}`, { name: item.by.name, at: formatMoment(item.lapsesAt) })}
    </Banner>
  ));
}
