/** The room in which a plan is looked at: its head, what belongs to it left and right, the picture between. */
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseView } from '#projections/case/view.ts';
import { CaseStatus } from '#web/features/case/CaseStatus.tsx';
import { LiveDot } from '#web/features/shell/LiveDot.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { PanelFolds } from '#web/ui/panel.tsx';
import styles from './plan-frame.module.css';

type Props = {
  view: CaseView;
  /** Beside the case's name: versions. */
  head?: ReactNode;
  /** At the far end of the head. */
  end?: ReactNode;
  left?: ReactNode;
  right?: ReactNode;
  /** Stays in sight at the end of the right column: the decision. */
  foot?: ReactNode;
  children: ReactNode;
  /** The app's bar stands over it. */
  underBar?: boolean | undefined;
};

export function PlanFrame({ view, head, end, left, right, foot, children, underBar }: Props) {
  const { t } = useTranslation(['review', 'caseDetail']);
  return (
    <div className={styles.room} data-under-bar={underBar ? '' : undefined}>
      <header className={styles.head}>
        <IconButton
          label={t('review:toCase')}
          icon={<ChevronLeft />}
          href={`/caseDetail?id=${view.caseId}&section=plan`}
        />
        <h1 className={styles.title}>
          <span className="num">{view.caseId}</span> <span>{view.header.patientName}</span>
        </h1>
        {head}
        <span className={styles.status}>
          <CaseStatus
            status={view.header.status}
            statusWord={view.header.statusWord}
            waits={view.header.waits}
          />
        </span>
        <div className={styles.end}>
          {!underBar && <LiveDot />}
          {end}
        </div>
      </header>
      <div
        className={styles.body}
        data-left={left ? '' : undefined}
        data-right={right || foot ? '' : undefined}
      >
        {left && (
          <PanelFolds value={true}>
            <div className={styles.left}>{left}</div>
          </PanelFolds>
        )}
        <div className={styles.middle}>{children}</div>
        {(right || foot) && (
          <div className={styles.right}>
            <PanelFolds value={true}>
              <div className={styles.scroll}>{right}</div>
            </PanelFolds>
            {foot && <div className={styles.foot}>{foot}</div>}
          </div>
        )}
      </div>
    </div>
  );
}
