/** Layout of a plan room: head, left and right column, and the picture between. */

import { ChevronLeft, PanelLeft, PanelRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseView } from '#projections/case/view.ts';
import { CaseStatus } from '#web/case/CaseStatus.tsx';
import { ChatButton } from '#web/features/chat/ChatButton.tsx';
import { LiveConnectionDot } from '#web/features/shell/LiveConnectionDot.tsx';
import { useAtomValueAfterHydration } from '#web/lib/screen-store.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { PanelFoldingContext } from '#web/ui/panel.tsx';
import { type ColumnSide, foldColumn, foldedColumnsAtom, useRestoreFoldedColumns } from './folded-columns.ts';
import styles from './plan-frame.module.css';

type Props = {
  view: CaseView;
  /** Head content next to the case name: the versions. */
  head?: ReactNode;
  /** Head content at the end. */
  end?: ReactNode;
  left?: ReactNode;
  right?: ReactNode;
  /** The bar at the bottom of the window with the decision. */
  decision?: ReactNode;
  children: ReactNode;
  /** The app's top bar is above the room. */
  underBar?: boolean;
};

const icons = { left: <PanelLeft />, right: <PanelRight /> };

/** Button that folds a side column away and back. */
function ColumnButton({ side }: { side: ColumnSide }) {
  const { t } = useTranslation('review');
  const away = useAtomValueAfterHydration(foldedColumnsAtom)[side];
  return (
    <IconButton
      className={styles.columnButton}
      label={t(`column.${away ? 'show' : 'hide'}.${side}`)}
      icon={icons[side]}
      aria-expanded={!away}
      aria-controls={`column-${side}`}
      onPress={() => foldColumn(side, !away)}
    />
  );
}

export function PlanRoomFrame({ view, head, end, left, right, decision, children, underBar }: Props) {
  const { t } = useTranslation(['review', 'caseDetail']);
  useRestoreFoldedColumns();
  const away = useAtomValueAfterHydration(foldedColumnsAtom);
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
          {!underBar && <LiveConnectionDot />}
          {end}
          {!underBar && <ChatButton />}
          {left && <ColumnButton side="left" />}
          {right && <ColumnButton side="right" />}
        </div>
      </header>
      <div
        className={styles.body}
        data-left={left ? (away.left ? 'folded' : 'open') : undefined}
        data-right={right ? (away.right ? 'folded' : 'open') : undefined}
      >
        {left && (
          <PanelFoldingContext value={true}>
            <div id="column-left" className={styles.left}>
              {left}
            </div>
          </PanelFoldingContext>
        )}
        <div className={styles.middle}>{children}</div>
        {right && (
          <PanelFoldingContext value={true}>
            <div id="column-right" className={styles.right}>
              {right}
            </div>
          </PanelFoldingContext>
        )}
      </div>
      {decision}
    </div>
  );
}
