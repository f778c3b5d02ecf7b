/** The list of a case's sections; what is closed to this person stands there locked, with why. */
import { Lock } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type CasePage, casePageNames, casePages } from '#events/case/pages.ts';
import type { CaseView } from '#projections/case/view.ts';
import { singleKeys } from '#web/lib/single-keys.ts';
import { Badge } from '#web/ui/chip.tsx';
import { typesText } from '#web/ui/table-keys.ts';
import { Tooltip } from '#web/ui/tooltip.tsx';
import styles from './case.module.css';

/** Why a section is closed, in words: for whom it is, or what it waits for. */
export function useLockReason(view: CaseView, position: string): (page: CasePage) => string | null {
  const { t } = useTranslation(['case', 'caseDetail']);
  return page => {
    const access = view.pages[page];
    if (access === 'open') return null;
    if (access === 'early') return t(`lock.early.${casePages[page].opens}`);
    const positions = casePages[page].positions.map(p => t(`position.${p}`)).join(t('caseDetail:comma'));
    return t('lock.position', { position: t(`position.${position}`), positions });
  };
}

type Props = {
  view: CaseView;
  position: string;
  current: string | undefined;
  onOpen: (page: CasePage) => void;
};

/** Sections that are a part of another one's panel: opening them goes there. */
export const panelOf: Partial<Record<CasePage, CasePage>> = {
  orderPdf: 'orderForm',
  stlDownload: 'digitalModel',
  planInstructions: 'plan',
  submitToManufacturing: 'manufacturing',
};

function countOf(page: CasePage, view: CaseView): number | null {
  const kinds: Partial<Record<CasePage, readonly string[]>> = {
    images: ['photo', 'radiograph'],
    digitalModel: ['stl'],
    otherFiles: ['archive', 'other'],
  };
  const wanted = kinds[page];
  const later = page === 'otherFiles' ? view.otherFiles.length : 0;
  if (wanted) return view.files.filter(f => wanted.includes(f.kind)).length + later;
  if (page === 'processControl') return view.records.length;
  if (page === 'manufacturing') return view.shipments.length;
  if (page === 'retainer') return view.retainers.length;
  return null;
}

export function Rail({ view, position, current, onOpen }: Props) {
  const { t } = useTranslation(['case', 'caseDetail']);
  const reasonOf = useLockReason(view, position);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!singleKeys() || event.ctrlKey || event.metaKey || event.altKey || typesText(event.target)) return;
      const page = /^[1-9]$/.test(event.key) ? casePageNames[Number(event.key) - 1] : undefined;
      if (page) onOpen(page);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  return (
    <nav className={styles.rail} aria-label={t('caseDetail:sections')}>
      <ol>
        {casePageNames.map(page => {
          const reason = reasonOf(page);
          const count = countOf(page, view);
          const link = (
            <a
              href={`#${page}`}
              aria-current={current === page ? 'true' : undefined}
              data-locked={reason ? true : undefined}
              onClick={event => {
                event.preventDefault();
                onOpen(page);
              }}
            >
              <span className="clip">{t(`page.${page}`)}</span>
              {page === 'plan' && view.plans.length > 0 && (
                <Badge tone={view.header.waits ? 'warn' : 'neutral'}>v{view.plans.at(-1)?.version}</Badge>
              )}
              {count !== null && count > 0 && <span className="num t-3">{count}</span>}
              {reason && <Lock aria-hidden="true" size={14} />}
            </a>
          );
          return (
            <li key={page}>
              {reason ? (
                <Tooltip text={reason} placement="end">
                  {link}
                </Tooltip>
              ) : (
                link
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
