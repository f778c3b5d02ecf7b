/** Below the list: the pill with updates, pages, and actions on chosen cases. */
import { useTranslation } from 'react-i18next';
import type { CaseListItem } from '#projections/caseList/item.ts';
import { ListFooter, shownRowRange } from '#web/ui/list-screen.tsx';
import type { CaseSelection } from './CaseList.tsx';
import { type CaseSearch, caseListSearch } from './case-list-search.ts';
import { SelectedCases } from './SelectedCases.tsx';

type FootProps = {
  search: CaseSearch;
  list: { items: readonly CaseListItem[]; total: number; page: number; size: number };
  updates: number;
  chosen: CaseSelection;
};

export function CaseListFoot({ search, list, updates, chosen }: FootProps) {
  const { t } = useTranslation('caseList');
  const { items, total, page, size } = list;
  const range = t('range', { count: total, ...shownRowRange(page, size, items.length) });
  return (
    <ListFooter
      text={updates > 0 ? `${range} · ${t('whenRead')}` : range}
      list={list}
      label={t('pages')}
      href={n => caseListSearch.href(search, { page: n })}
    >
      <SelectedCases
        ids={[...chosen.selected]}
        items={chosen.items}
        bulk={chosen.bulk}
        onClear={() => chosen.setSelected(new Set())}
      />
    </ListFooter>
  );
}
