import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { caseListSearch } from '#web/features/caseList/case-list-search.ts';
import { useAppNavigate } from '#web/lib/navigate.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import styles from './shell.module.css';

/**
 * Keyword search. On the workbench, a click opens the case list, which shows the results; keyboard focus
 * alone does not navigate. A form, so it works before scripts load.
 */
export function SearchBox() {
  const { t } = useTranslation('shell');
  const go = useAppNavigate();
  const { pathname, search } = useLocation();
  // On the page for questions, `q` is a text in SQL and no keyword.
  const q = String((pathname !== '/analysis/ask' && 'q' in search && search.q) || '');
  return (
    <form className={styles.search} action="/caseList" role="presentation">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users type and press Enter */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only observes the click on the field */}
      <div onClick={() => pathname === '/workbench' && go('/caseList')}>
        <SearchField
          key={q}
          name="q"
          tone="sunken"
          label={t('search')}
          placeholder={t('search')}
          shortcut="/"
          defaultValue={q}
          onSubmit={text =>
            go(
              caseListSearch.href(pathname === '/caseList' ? caseListSearch.read(search) : {}, {
                q: text.trim() || null,
              }),
            )
          }
        />
      </div>
    </form>
  );
}

/** Focuses the search field, for its shortcut. */
export function focusSearchField(): void {
  const field = document.querySelector<HTMLInputElement>('header input[type="search"]');
  if (field?.checkVisibility()) {
    field.focus();
    field.select();
  }
}
