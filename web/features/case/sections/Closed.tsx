/** Sections that hold nothing yet, or that are closed to this person: one line each, with why or what will be there. */
import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CasePage } from '#events/case/pages.ts';
import { Panel } from '#web/ui/panel.tsx';
import styles from '../case.module.css';

type Props = { pages: readonly { page: CasePage; reason: string | null }[] };

export function Closed({ pages }: Props) {
  const { t } = useTranslation(['case', 'caseDetail']);
  return (
    <Panel title={t('caseDetail:more')} flush>
      <ul className={`rows ${styles.closed}`}>
        {pages.map(({ page, reason }) => (
          <li key={page} id={page}>
            <span className="t-strong">{t(`case:page.${page}`)}</span>
            <span className="t-2">{reason ?? t(`caseDetail:empty.${page}`)}</span>
            {reason && <Lock size={14} aria-hidden="true" />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
