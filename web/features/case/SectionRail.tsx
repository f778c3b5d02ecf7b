/** The grouped list of a case's sections; locked sections are collapsed, with the reason. */
import { ChevronDown, ChevronRight, Lock } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CasePage, casePageNames, casePageRules } from '#events/case/pages.ts';
import type { CaseView } from '#projections/case/view.ts';
import { areSingleKeysEnabled } from '#web/lib/single-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/chip.tsx';
import { isTyping } from '#web/ui/is-typing.ts';
import styles from './case.module.css';
import { railSections } from './rail-groups.ts';

/**
 * Returns a function from a section to the reason why it is locked: it is closed to the person's position, or it opens
 * later in the case. Null for an open section.
 */
export function useSectionLockReasonLookup(
  view: CaseView,
  position: string,
): (page: CasePage) => string | null {
  const { t } = useTranslation(['case', 'caseDetail']);
  return page => {
    const access = view.pages[page];
    if (access === 'open') return null;
    if (access === 'early') return t(`lock.early.${casePageRules[page].opens}`);
    const positions = casePageRules[page].positions.map(p => t(`position.${p}`)).join(t('caseDetail:comma'));
    return t('lock.position', { position: t(`position.${position}`), positions });
  };
}

type Props = {
  view: CaseView;
  position: string;
  current: string | undefined;
  onOpen: (page: CasePage) => void;
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

/** A digit key opens the section at that position. */
function useDigits(onOpen: Props['onOpen']): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!areSingleKeysEnabled() || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      const page = /^[1-9]$/.test(event.key) ? casePageNames[Number(event.key) - 1] : undefined;
      if (page) onOpen(page);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}

type EntryProps = Pick<Props, 'view' | 'onOpen'> & { page: CasePage; isCurrent: boolean; reason?: string };

function Entry({ view, page, isCurrent, reason, onOpen }: EntryProps) {
  const { t } = useTranslation('case');
  const count = countOf(page, view);
  return (
    <li>
      <a
        href={`#${page}`}
        aria-current={isCurrent ? 'true' : undefined}
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
      {reason && <p className="t-small t-2">{reason}</p>}
    </li>
  );
}

export function SectionRail({ view, position, current, onOpen }: Props) {
  const { t } = useTranslation(['case', 'caseDetail']);
  const id = useId();
  const reasonOf = useSectionLockReasonLookup(view, position);
  const { groups, locked } = railSections(page => reasonOf(page) !== null);
  const [unfolded, setUnfolded] = useState(false);
  useDigits(onOpen);
  return (
    <nav className={styles.rail} aria-label={t('caseDetail:sections')}>
      {groups.map(({ group, pages }) => (
        <div key={group} className={styles.railGroup}>
          <p className="eyebrow" id={`${id}-${group}`}>
            {t(`caseDetail:group.${group}`)}
          </p>
          <ol aria-labelledby={`${id}-${group}`}>
            {pages.map(page => (
              <Entry key={page} view={view} page={page} onOpen={onOpen} isCurrent={current === page} />
            ))}
          </ol>
        </div>
      ))}
      {locked.length > 0 && (
        <div className={styles.locked}>
          <Button
            size="small"
            variant="quiet"
            aria-expanded={unfolded}
            icon={unfolded ? <ChevronDown aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
            onPress={() => setUnfolded(!unfolded)}
          >
            {t('caseDetail:locked', { count: locked.length })}
          </Button>
          {unfolded && (
            <ol>
              {locked.map(page => (
                <Entry
                  key={page}
                  view={view}
                  page={page}
                  onOpen={onOpen}
                  isCurrent={current === page}
                  reason={reasonOf(page) ?? ''}
                />
              ))}
            </ol>
          )}
        </div>
      )}
    </nav>
  );
}
