/** The case's links on its page: the open ones, the closed ones, and the way to one more. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ShareItem } from '#events/share/facts.ts';
import type { CaseView } from '#projections/case/view.ts';
import { Button } from '#web/ui/button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useLinks } from './links.tsx';
import { ShareButton } from './ShareButton.tsx';
import { shares } from './shares.ts';

function Links({ items, caseId }: { items: readonly ShareItem[]; caseId: string }) {
  const { t } = useTranslation('share');
  const { list, dialogs } = useLinks(caseId);
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

export function PlanLinks({ view, past }: { view: CaseView; past: boolean }) {
  const { t } = useTranslation(['share', 'case']);
  const { data, isError, refetch } = useQuery(shares(view.caseId));
  const newest = view.plans.at(-1);
  const share = !past && newest && <ShareButton view={view} list="plans" version={newest.version} primary />;
  const open = data?.items.filter(item => item.standing === 'open').length ?? 0;
  const empty = data?.items.length === 0;
  return (
    <Panel
      id="planLinks"
      title={t('case:page.planLinks')}
      count={open > 0 ? t('share:count', { open }) : undefined}
      // Always here: it holds the dialog, which outlives the first link's coming.
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
