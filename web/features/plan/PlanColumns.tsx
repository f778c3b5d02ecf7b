/** The side columns of a plan room. Right: tasks and movements. Left: order, requests and comments. */
import { Download } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseView, PlanItem } from '#projections/case/view.ts';
import { PlanKeyFacts } from '#web/features/case/sections/PlanSection.tsx';
import { TeethSection } from '#web/features/case/sections/TeethSection.tsx';
import { ReviewSessions } from '#web/features/live/ReviewSessions.tsx';
import { ChangeRequestsPanel } from '#web/features/review/ChangeRequestsPanel.tsx';
import { CommentsPanel } from '#web/features/review/CommentsPanel.tsx';
import { ReviewRecordPanel } from '#web/features/review/ReviewRecordPanel.tsx';
import type { ReviewProps } from '#web/features/review/review-props.ts';
import { VersionDifferencePanel } from '#web/features/review/VersionDifferencePanel.tsx';
import { MovementTable } from '#web/features/viewer/MovementTable.tsx';
import { PlanAsText } from '#web/features/viewer/PlanAsText.tsx';
import { StageTasks } from '#web/features/viewer/StageTasks.tsx';
import type { MeasureCurves } from '#web/features/viewer/useCurves.ts';
import { formatBytes } from '#web/lib/format-bytes.ts';
import { planName } from '#web/lib/plan-name.ts';
import { Banner } from '#web/ui/banner.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { BoltonPanel } from './BoltonPanel.tsx';
import { movementCaps } from './caps.ts';
import { OcclusalCurvesPanel } from './OcclusalCurvesPanel.tsx';
import { PlanSummary } from './PlanSummary.tsx';
import styles from './plan.module.css';
import type { MeasuredContacts } from './useToothContacts.ts';

const ToothContactsPanel = lazy(async () => ({
  default: (await import('./ToothContactsPanel.tsx')).ToothContactsPanel,
}));

function Files({ plan }: { plan: PlanItem }) {
  const { t } = useTranslation(['review', 'caseDetail', 'rx']);
  return (
    <Panel title={t('review:bundle')} count={plan.files.length}>
      <ul className={`rows ${styles.files}`}>
        {plan.files.map(file => (
          <li key={file.id} className={styles.file}>
            <span className="clip">{file.name || t(`rx:fileKind.${file.kind}`)}</span>
            <span className="num t-2">{formatBytes(file.size)}</span>
            <IconButton
              size="small"
              label={t('caseDetail:download', { name: file.name })}
              icon={<Download />}
              href={`/api/files/${file.id}?download=1`}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function OrderedTeeth({ view }: { view: CaseView }) {
  const { t } = useTranslation('review');
  if (!view.sections.markers) return null;
  return (
    <Panel title={t('asked')}>
      <TeethSection markers={view.sections.markers} />
    </Panel>
  );
}

/** Replaces the picture of a version without plan data. */
export function PlanWithoutData({ view, plan }: { view: CaseView; plan: PlanItem }) {
  const { t } = useTranslation('case');
  return (
    <>
      <Panel title={planName(t, plan)}>
        <PlanKeyFacts plan={plan} />
      </Panel>
      <OrderedTeeth view={view} />
    </>
  );
}

/** @param newest number of the newest version: an older version says so */
export function PlanLeftColumn({ plan, newest, ...panel }: ReviewProps & { plan: PlanItem; newest: number }) {
  const { t } = useTranslation('review');
  return (
    <>
      {plan.version !== newest && (
        <Banner tone="info">{t('older', { version: plan.version, newest })}</Banner>
      )}
      <ChangeRequestsPanel {...panel} />
      <PlanSummary plan={plan} bundle={panel.bundle} />
      <ReviewRecordPanel view={panel.view} list={panel.list} />
      {panel.bundle && <OrderedTeeth view={panel.view} />}
      <Files plan={plan} />
    </>
  );
}

type RightColumnProps = ReviewProps & {
  previousVersion: number | undefined;
  looked: boolean;
  curves: MeasureCurves | null | undefined;
  contacts: MeasuredContacts;
  onContactsSeen: () => void;
};

export function PlanRightColumn(props: RightColumnProps) {
  const { previousVersion, looked, curves, contacts, onContactsSeen, ...panel } = props;
  const { bundle } = panel;
  // A target has no aligners, because it is one step from the scan to the goal.
  const isMade = panel.list === 'plans';
  return (
    <>
      {isMade && bundle && <StageTasks bundle={bundle} />}
      {panel.version > 1 && (
        <VersionDifferencePanel {...panel} previousVersion={previousVersion} looked={looked} />
      )}
      {bundle && <MovementTable bundle={bundle} {...(isMade && { caps: movementCaps(panel.view) })} />}
      <CommentsPanel {...panel} />
      {bundle && (
        <Suspense fallback={null}>
          <ToothContactsPanel contacts={contacts} onSeen={onContactsSeen} />
        </Suspense>
      )}
      {bundle && <OcclusalCurvesPanel curves={curves} />}
      {bundle && <BoltonPanel bundle={bundle} />}
      {bundle && <PlanAsText bundle={bundle} />}
      {bundle && <ReviewSessions {...panel} />}
    </>
  );
}
