/**
 * The room of a plan or target: picture, tasks and movements, comments and requests, and the decision for
 * reviewers. The pages /schemeApproveWidget, /arrangementCheck and /eSetThreeDView show it.
 */
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '#events/case/rules.ts';
import { lastStage } from '#events/plan/bundle.ts';
import type { VersionListName } from '#events/plan/discussion-events.ts';
import type { CaseView } from '#projections/case/view.ts';
import { OtherReviewersBar } from '#web/features/live/OtherReviewersBar.tsx';
import { useLiveReview } from '#web/features/live/useLiveReview.ts';
import { describeAddedAndMissingTeeth } from '#web/features/review/order-text.ts';
import { RedPointsPanel, redPointsPanelId } from '#web/features/review/RedPointsPanel.tsx';
import { checklistId, ReviewChecklist } from '#web/features/review/ReviewChecklist.tsx';
import { ReviewDecisionBar } from '#web/features/review/ReviewDecisionBar.tsx';
import { unmetRequestItems } from '#web/features/review/red-items.ts';
import { reviewTicksKey, useReviewTicks } from '#web/features/review/stored-ticks.ts';
import { ShareButton } from '#web/features/share/ShareButton.tsx';
import { useBundle } from '#web/features/viewer/useBundle.ts';
import { useCurves } from '#web/features/viewer/useCurves.ts';
import { IsTargetContext } from '#web/features/viewer/useStageNames.ts';
import { useViewerAddress } from '#web/features/viewer/useViewerAddress.ts';
import type { ViewerSearchParams } from '#web/features/viewer/viewer-search-params.ts';
import { caseView, currentUser } from '#web/lib/queries.ts';
import { useCaseWatch } from '#web/lib/useCaseWatch.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { SegmentedControl } from '#web/ui/segmented.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { checklistPointValues } from './checklist-values.ts';
import { revealAndFocusPanel } from './folded-columns.ts';
import { PlanLeftColumn, PlanRightColumn, PlanWithoutData } from './PlanColumns.tsx';
import { PlanRoomFrame } from './PlanRoomFrame.tsx';
import { PlanViewer } from './PlanViewer.tsx';
import { EnlargedPatientRecord, PatientRecordsPanel } from './Records.tsx';
import records from './records.module.css';
import { redItemsOfVersion } from './red-points.ts';
import { useBundles } from './useBundles.ts';
import { hasPlanShapes, useToothContacts } from './useToothContacts.ts';

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
export function PlanUnavailable({ view }: { view: Pick<CaseView, 'caseId' | 'pages'> }) {
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
  const { t } = useTranslation(['review', 'caseDetail']);
  const { search, onSearch, list, actions } = props;
  const versions = view[list];
  const newest = versions.at(-1);
  const plan = versions.find(p => p.version === search.version) ?? newest;
  const { bundle, state, previous, previousVersion, looked } = useBundles(view, list, plan?.version);
  const [firstVersion = null] = versions;
  const firstBundle = useBundle(plan && firstVersion !== plan ? firstVersion : null);
  const { data: myself } = useQuery(currentUser());
  const { caseId } = view;
  const [ticks, tick] = useReviewTicks(
    plan && myself && reviewTicksKey(myself.id, { caseId, list, ...plan }),
  );
  const curves = useCurves(plan, bundle);
  const action = actions.find(a => view.may[a] === 'yes');
  const decides = action !== undefined && plan?.version === newest?.version;
  const [seen, setSeen] = useState(false);
  const onContactsSeen = useCallback(() => setSeen(true), []);
  // Takes about a second of a core: measured only for deciders, and for people who open the panel.
  const contacts = useToothContacts(plan, bundle, curves !== undefined && (decides || seen));
  const last = bundle ? lastStage(bundle) : null;
  // A target opens at its goal: its start is the scan.
  const first = list === 'targets' && last !== null ? { stage: last, ...search } : search;
  useViewerAddress(first, last, place =>
    onSearch({ id: search.id, ...(search.version && { version: search.version }), ...place }),
  );
  useLiveReview(view.caseId, list, (bundle && plan?.version) ?? null);
  if (!plan || !newest) return <PlanUnavailable view={view} />;
  const panel = { view, list, version: plan.version, bundle, previous };
  const shaped = hasPlanShapes(plan, bundle);
  const compared = firstVersion && { version: firstVersion.version, bundle: firstBundle ?? null };
  const unread = state === 'unread';
  const requests = unmetRequestItems(panel, t);
  const red = redItemsOfVersion({ ...panel, unread, compared, contacts, shaped, requests }, t);
  const waits =
    state === 'reading' || firstBundle === undefined ? 'reading' : contacts === undefined && 'measuring';
  return (
    <PlanRoomFrame
      view={view}
      underBar={props.underBar}
      head={
        versions.length > 1 && (
          <SegmentedControl
            label={t('review:versions')}
            hideLabel
            size="small"
            value={String(plan.version)}
            onChange={value => onSearch({ ...search, version: Number(value) })}
            options={versions.map(p => ({ value: String(p.version), label: `v${p.version}` }))}
          />
        )
      }
      end={
        <>
          <OtherReviewersBar shown={{ list, version: plan.version }} myId={myself?.id ?? ''} />
          {list === 'plans' && (
            <LinkButton
              size="small"
              icon={<FileText />}
              href={`/schemeReportInfoWidget?id=${view.caseId}&version=${plan.version}`}
            >
              {t('review:report.open')}
            </LinkButton>
          )}
          <ShareButton view={view} list={list} version={plan.version} />
        </>
      }
      left={
        <>
          {decides && (
            <ReviewChecklist
              checked={ticks.checked}
              onChange={checked => tick({ checked })}
              values={checklistPointValues(t, bundle, curves, contacts)}
            />
          )}
          <PatientRecordsPanel view={view} />
          <PlanLeftColumn {...panel} plan={plan} newest={newest.version} />
        </>
      }
      right={
        <>
          {decides && (
            <RedPointsPanel
              items={red}
              notes={describeAddedAndMissingTeeth(bundle, compared, view.sections, t)}
              taken={ticks.taken}
              onChange={taken => tick({ taken })}
            />
          )}
          <PlanRightColumn
            {...panel}
            previousVersion={previousVersion}
            looked={looked}
            curves={curves}
            contacts={contacts}
            onContactsSeen={onContactsSeen}
          />
        </>
      }
      decision={
        decides && (
          <ReviewDecisionBar
            key={plan.version}
            caseId={view.caseId}
            action={action}
            plan={plan}
            ticks={ticks}
            onTick={tick}
            asked={view.requests.filter(r => r.open).length}
            red={red}
            waits={waits ? t(`review:red.${waits}`) : undefined}
            onShow={what =>
              what === 'red'
                ? revealAndFocusPanel('right', redPointsPanelId)
                : revealAndFocusPanel('left', checklistId)
            }
            onDone={props.onDone}
          />
        )
      }
    >
      <div className={records.beside}>
        <EnlargedPatientRecord view={view} />
        <PlanViewer
          list={list}
          plan={plan}
          versions={versions}
          curves={curves}
          plain={<PlanWithoutData view={view} plan={plan} />}
        />
      </div>
    </PlanRoomFrame>
  );
}

export function PlanRoom(props: Props) {
  const { t } = useTranslation(['review', 'error', 'caseDetail']);
  const { id } = props.search;
  const { data: view, isPending } = useQuery(caseView(id));
  useCaseWatch(id);
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
