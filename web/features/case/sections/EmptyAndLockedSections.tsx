/** Empty or locked sections, with the reason or the future content. */
import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CasePage } from '#events/case/pages.ts';
import { Panel } from '#web/ui/panel.tsx';
import styles from '../case.module.css';

type ClosedPage = { page: CasePage; reason: string | null };
type Props = { pages: readonly ClosedPage[] };

/** Sections locked for the same reason share a line; each empty section has its own. */
function lines(pages: readonly ClosedPage[]): ClosedPage[][] {
  return [...Map.groupBy(pages, ({ page, reason }) => reason ?? page).values()];
}

export function EmptyAndLockedSections({ pages }: Props) {
  const { t } = useTranslation(['case', 'caseDetail']);
  return (
    <Panel title={t('caseDetail:more')} flush>
      <ul className={`rows ${styles.closed}`}>
        {lines(pages).map(line => (
          <li key={line[0]?.page}>
            <span className={`t-strong ${styles.closedNames}`}>
              {line.map(({ page }) => (
                <span key={page} id={page}>
                  {t(`case:page.${page}`)}
                </span>
              ))}
            </span>
            <span className="t-2">{line[0]?.reason ?? t(`caseDetail:empty.${line[0]?.page}`)}</span>
            {line[0]?.reason && <Lock size={14} aria-hidden="true" />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
