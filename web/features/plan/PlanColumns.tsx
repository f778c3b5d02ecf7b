/** The columns beside a plan's picture: on the right what it does, on the left what it is and what was asked of it. */
import { Download } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseView, PlanItem } from '#projections/case/view.ts';
import { PlanFacts } from '#web/features/case/sections/Plan.tsx';
import { Teeth } from '#web/features/case/sections/Teeth.tsx';
import { bytes } from '#web/features/file/bytes.ts';
import { Sessions } from '#web/features/live/Sessions.tsx';
import { CommentsPanel } from '#web/features/review/CommentsPanel.tsx';
import { DifferencePanel } from '#web/features/review/DifferencePanel.tsx';
import type { ReviewProps } from '#web/features/review/props.ts';
import { RecordPanel } from '#web/features/review/RecordPanel.tsx';
import { RequestsPanel } from '#web/features/review/RequestsPanel.tsx';
import { MovementTable } from '#web/features/viewer/MovementTable.tsx';
import { PlanInWords } from '#web/features/viewer/PlanInWords.tsx';
import { StageTasks } from '#web/features/viewer/StageTasks.tsx';
import { planName } from '#web/lib/plan-name.ts';
import { Banner } from '#web/ui/banner.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { BoltonPanel } from './BoltonPanel.tsx';
import { CurvesPanel } from './CurvesPanel.tsx';
import { capsOf } from './caps.ts';
import styles from './plan.module.css';
import { StartToGoal } from './StartToGoal.tsx';
import type { Contacts } from './useContacts.ts';
import type { Curves } from './useCurves.ts';

const ContactsPanel = lazy(async () => ({ default: (await import('./ContactsPanel.tsx')).ContactsPanel }));

function Files({ plan }: { plan: PlanItem }) {
  const { t } = useTranslation(['review', 'caseDetail', 'rx']);
  return (
    <Panel title={t('review:bundle')} count={plan.files.length}>
      <ul className={`rows ${styles.files}`}>
        {plan.files.map(file => (
          <li key={file.id} className={styles.file}>
            <span className="clip">{file.name || t(`rx:fileKind.${file.kind}`)}</span>
            <span className="num t-2">{bytes(file.size)}</span>
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
      <Teeth markers={view.sections.markers} />
    </Panel>
  );
}

/** Instead of a picture, where a version is plain files. */
export function FilesOnly({ view, plan }: { view: CaseView; plan: PlanItem }) {
  const { t } = useTranslation('case');
  return (
    <>
      <Panel title={planName(t, plan)}>
        <PlanFacts plan={plan} />
      </Panel>
      <OrderedTeeth view={view} />
    </>
  );
}

/** @param newest the newest version: an older one says so */
export function LeftColumn({ plan, newest, ...panel }: ReviewProps & { plan: PlanItem; newest: number }) {
  const { t } = useTranslation('review');
  return (
    <>
      {plan.version !== newest && (
        <Banner tone="info">{t('older', { version: plan.version, newest })}</Banner>
      )}
      <RequestsPanel {...panel} />
      <StartToGoal plan={plan} bundle={panel.bundle} />
      <RecordPanel view={panel.view} list={panel.list} />
      {panel.bundle && <OrderedTeeth view={panel.view} />}
      <Files plan={plan} />
    </>
  );
}

type RightColumnProps = ReviewProps & {
  previousVersion: number | undefined;
  looked: boolean;
  curves: Curves | null | undefined;
  contacts: Contacts;
  onContactsSeen: () => void;
};

export function RightColumn(props: RightColumnProps) {
  const { previousVersion, looked, curves, contacts, onContactsSeen, ...panel } = props;
  const { bundle } = panel;
  // A target is one step from the scan to the goal: no aligner makes it, and nobody wears it.
  const isMade = panel.list === 'plans';
  return (
    <>
      {isMade && bundle && <StageTasks bundle={bundle} />}
      {panel.version > 1 && <DifferencePanel {...panel} previousVersion={previousVersion} looked={looked} />}
      {bundle && <MovementTable bundle={bundle} {...(isMade && { caps: capsOf(panel.view) })} />}
      <CommentsPanel {...panel} />
      {bundle && (
        <Suspense fallback={null}>
          <ContactsPanel contacts={contacts} onSeen={onContactsSeen} />
        </Suspense>
      )}
      {bundle && <CurvesPanel curves={curves} />}
      {bundle && <BoltonPanel bundle={bundle} />}
      {bundle && <PlanInWords bundle={bundle} />}
      {bundle && <Sessions {...panel} />}
    </>
  );
}
