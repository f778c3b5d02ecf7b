/** The room of one version: head, both columns, picture, and the bar of those who decide on it. */
import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Action } from '#events/case/rules.ts';
import type { VersionListName } from '#events/plan/discussion-events.ts';
import type { CaseView, PlanItem } from '#projections/case/view.ts';
import { OtherReviewersBar } from '#web/features/live/OtherReviewersBar.tsx';
import { describeTeethOfOneVersion } from '#web/features/review/order-text.ts';
import { RedPointsPanel, redPointsPanelId } from '#web/features/review/RedPointsPanel.tsx';
import { checklistId, ReviewChecklist } from '#web/features/review/ReviewChecklist.tsx';
import { ReviewDecisionBar } from '#web/features/review/ReviewDecisionBar.tsx';
import { unmetRequestItems } from '#web/features/review/red-items.ts';
import type { ReviewTicks } from '#web/features/review/stored-ticks.ts';
import { ShareButton } from '#web/features/share/ShareButton.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { SegmentedControl } from '#web/ui/segmented.tsx';
import { checklistPointValues } from './checklist-values.ts';
import { revealAndFocusPanel } from './folded-columns.ts';
import { PlanLeftColumn, PlanRightColumn, PlanWithoutData } from './PlanColumns.tsx';
import { PlanRoomFrame } from './PlanRoomFrame.tsx';
import { PlanViewer } from './PlanViewer.tsx';
import { EnlargedPatientRecord, PatientRecordsPanel } from './Records.tsx';
import records from './records.module.css';
import { redItemsOfVersion } from './red-points.ts';
import type { MeasuredVersion } from './useMeasuredVersion.ts';

/** The review of a person who decides on the version. */
type Review = { action: Action; ticks: ReviewTicks; tick: (more: Partial<ReviewTicks>) => void };

type Props = {
  view: CaseView;
  list: VersionListName;
  plan: PlanItem;
  /** Number of the newest version. */
  newest: number;
  measured: MeasuredVersion;
  /** Undefined in a read-only room. */
  review: Review | undefined;
  myId: string;
  underBar: boolean | undefined;
  onVersion: (version: number) => void;
  onDone: () => void;
};

function VersionSwitch({ view, list, plan, onVersion }: Pick<Props, 'view' | 'list' | 'plan' | 'onVersion'>) {
  const { t } = useTranslation('review');
  const versions = view[list];
  if (versions.length < 2) return null;
  return (
    <SegmentedControl
      label={t('versions')}
      hideLabel
      size="small"
      value={String(plan.version)}
      onChange={value => onVersion(Number(value))}
      options={versions.map(p => ({ value: String(p.version), label: `v${p.version}` }))}
    />
  );
}

function VersionTools({ view, list, plan, myId }: Pick<Props, 'view' | 'list' | 'plan' | 'myId'>) {
  const { t } = useTranslation('review');
  return (
    <>
      <OtherReviewersBar shown={{ list, version: plan.version }} myId={myId} />
      {list === 'plans' && (
        <LinkButton
          size="small"
          icon={<FileText />}
          href={`/schemeReportInfoWidget?id=${view.caseId}&version=${plan.version}`}
        >
          {t('report.open')}
        </LinkButton>
      )}
      <ShareButton view={view} list={list} version={plan.version} />
    </>
  );
}

const showPanel = (what: 'checklist' | 'red') =>
  what === 'red' ? revealAndFocusPanel('right', redPointsPanelId) : revealAndFocusPanel('left', checklistId);

export function VersionRoom(props: Props) {
  const { view, list, plan, newest, measured, review } = props;
  const { t } = useTranslation('review');
  const { bundle, previous, previousVersion, looked, curves, contacts, onContactsSeen, waits } = measured;
  const panel = { view, list, version: plan.version, bundle, previous };
  const requests = unmetRequestItems(panel, t);
  const red = redItemsOfVersion(
    { ...measured, view, list, unread: measured.state === 'unread', requests },
    t,
  );
  return (
    <PlanRoomFrame
      view={view}
      underBar={props.underBar}
      head={<VersionSwitch {...props} />}
      end={<VersionTools {...props} />}
      left={
        <>
          {review && (
            <ReviewChecklist
              checked={review.ticks.checked}
              onChange={checked => review.tick({ checked })}
              values={checklistPointValues(t, bundle, curves, contacts)}
            />
          )}
          <PatientRecordsPanel view={view} />
          <PlanLeftColumn {...panel} plan={plan} newest={newest} />
        </>
      }
      right={
        <>
          {review && (
            <RedPointsPanel
              items={red}
              notes={describeTeethOfOneVersion(bundle, measured.compared, view.sections, t)}
              taken={review.ticks.taken}
              onChange={taken => review.tick({ taken })}
            />
          )}
          <PlanRightColumn {...panel} {...{ previousVersion, looked, curves, contacts, onContactsSeen }} />
        </>
      }
      decision={
        review && (
          <ReviewDecisionBar
            key={plan.version}
            caseId={view.caseId}
            action={review.action}
            plan={plan}
            ticks={review.ticks}
            onTick={review.tick}
            asked={view.requests.filter(r => r.open).length}
            red={red}
            waits={waits ? t(`red.${waits}`) : undefined}
            onShow={showPanel}
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
          versions={view[list]}
          curves={curves}
          plain={<PlanWithoutData view={view} plan={plan} />}
        />
      </div>
    </PlanRoomFrame>
  );
}
