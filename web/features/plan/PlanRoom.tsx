/**
 * The room of a plan or target: picture, tasks and movements, comments and requests, and the decision for
 * reviewers. The pages /schemeApproveWidget, /arrangementCheck and /eSetThreeDView show it.
 */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Action } from '#events/case/rules.ts';
import { lastStage } from '#events/plan/bundle.ts';
import type { VersionListName } from '#events/plan/discussion-events.ts';
import type { CaseView } from '#projections/case/view.ts';
import { useLiveReviewSync } from '#web/features/live/useLiveReviewSync.ts';
import { reviewTicksKey, useReviewTicks } from '#web/features/review/stored-ticks.ts';
import { IsTargetContext } from '#web/features/viewer/useStageNameFormatter.ts';
import { useViewerAddressSync } from '#web/features/viewer/useViewerAddressSync.ts';
import type { ViewerSearchParams } from '#web/features/viewer/viewer-search-params.ts';
import { caseViewQuery, currentUserQuery } from '#web/lib/queries.ts';
import { useAnnounceCasePresence } from '#web/lib/useAnnounceCasePresence.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useMeasuredVersion } from './useMeasuredVersion.ts';
import { VersionRoom } from './VersionRoom.tsx';

export type PlanRoomSearchParams = ViewerSearchParams & { id: string; version?: number };

type Props = {
  search: PlanRoomSearchParams;
  onSearch: (search: PlanRoomSearchParams) => void;
  list: VersionListName;
  /** The review actions of expert and doctor; empty for a read-only room. */
  actions: readonly Action[];
  onDone: () => void;
  /** Whether the app's top bar is shown above. The room then leaves out its own live dot and chat button. */
  underBar?: boolean;
};

/** Shown if nothing was submitted, or if plans are closed to this position. */
export function PlanUnavailableNotice({ view }: { view: Pick<CaseView, 'caseId' | 'pages'> }) {
  const { t } = useTranslation('review');
  const closed = view.pages.plan === 'position';
  return (
    <div className="page">
      <EmptyState
        title={t(closed ? 'closed' : 'nothing')}
        action={<LinkButton href={`/caseDetail?id=${view.caseId}`}>{t('toCase')}</LinkButton>}
      >
        {closed && t('closedHow')}
      </EmptyState>
    </div>
  );
}

function Room({ view, props }: { view: CaseView; props: Props }) {
  const { search, onSearch, list, actions } = props;
  const { caseId } = view;
  const newest = view[list].at(-1);
  const plan = view[list].find(p => p.version === search.version) ?? newest;
  const action = actions.find(a => view.may[a] === 'yes');
  const decides = action !== undefined && plan?.version === newest?.version;
  const measured = useMeasuredVersion(view, list, plan, decides);
  const { bundle } = measured;
  const { data: myself } = useQuery(currentUserQuery());
  const [ticks, tick] = useReviewTicks(
    plan && myself && reviewTicksKey(myself.id, { caseId, list, ...plan }),
  );
  const last = bundle ? lastStage(bundle) : null;
  // Opens a target at its last stage, because its first stage is only the scan.
  const first = list === 'targets' && last !== null ? { stage: last, ...search } : search;
  useViewerAddressSync(first, last, place =>
    onSearch({ id: search.id, ...(search.version && { version: search.version }), ...place }),
  );
  useLiveReviewSync(caseId, list, (bundle && plan?.version) ?? null);
  if (!plan || !newest) return <PlanUnavailableNotice view={view} />;
  return (
    <VersionRoom
      view={view}
      list={list}
      plan={plan}
      newest={newest.version}
      measured={measured}
      review={decides ? { action, ticks, tick } : undefined}
      myId={myself?.id ?? ''}
      underBar={props.underBar}
      onVersion={version => onSearch({ ...search, version })}
      onDone={props.onDone}
    />
  );
}

export function PlanRoom(props: Props) {
  const { t } = useTranslation(['review', 'error', 'caseDetail']);
  const { id } = props.search;
  const { data: view, isPending } = useQuery(caseViewQuery(id));
  useAnnounceCasePresence(id);
  if (isPending) return <Skeleton lines={8} label={t('caseDetail:loading')} />;
  if (!view)
    return (
      <div className="page">
        <EmptyState
          title={t('error:103001')}
          action={<LinkButton href="/caseList">{t('caseDetail:toList')}</LinkButton>}
        />
      </div>
    );
  return (
    <IsTargetContext value={props.list === 'targets'}>
      <Room view={view} props={props} />
    </IsTargetContext>
  );
}
