/** The case's share links: open ones, closed ones, and a button for a new one. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ShareItem } from '#events/share/facts.ts';
import type { CaseView } from '#projections/case/view.ts';
import { Button } from '#web/ui/button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ShareButton } from './ShareButton.tsx';
import { useShareLinkListAndDialogs } from './ShareLinks.tsx';
import { shareLinksQuery } from './share-links.ts';

function Links({ items, caseId }: { items: readonly ShareItem[]; caseId: string }) {
  const { t } = useTranslation('share');
  const { list, dialogs } = useShareLinkListAndDialogs(caseId);
  const open = items.filter(share => share.standing === 'open');
  const closed = items.filter(share => share.standing !== 'open');
  return (
    <>
      {list(open)}
      {closed.length > 0 && (
        <Disclosure summary={`${t('older')} (${closed.length})`}>{list(closed)}</Disclosure>
      )}
      {dialogs}
    </>
  );
}

export function CaseShareLinks({ view, past }: { view: CaseView; past: boolean }) {
  const { t } = useTranslation(['share', 'case']);
  const { data, isError, refetch } = useQuery(shareLinksQuery(view.caseId));
  const newest = view.plans.at(-1);
  const share = !past && newest && <ShareButton view={view} list="plans" version={newest.version} primary />;
  const open = data?.items.filter(item => item.standing === 'open').length ?? 0;
  const empty = data?.items.length === 0;
  return (
    <Panel
      id="planLinks"
      title={t('case:page.planLinks')}
      count={open > 0 ? t('share:count', { open }) : undefined}
      // Always rendered: contains the dialog, which must stay mounted when the first link arrives.
      action={share}
    >
      {!data && !isError && <Skeleton lines={2} label={t('share:loading')} />}
      {!data && isError && (
        <EmptyState
          title={t('share:failed')}
          action={<Button onPress={() => void refetch()}>{t('share:retry')}</Button>}
        />
      )}
      {empty && (
        <EmptyState title={t('share:empty')}>
          {t(data.makes.length > 0 ? 'share:emptyHow' : 'share:emptyNotYours')}
        </EmptyState>
      )}
      {data && !empty && <Links items={data.items} caseId={view.caseId} />}
    </Panel>
  );
}
