/** Filters above the list: twelve groups with live counts, product type and method. */
import { useTranslation } from 'react-i18next';
import { options } from '#events/case/options.ts';
import { filterNumbersInScreenOrder, statusGroupNames } from '#events/case/status.ts';
import type { CaseCounts } from '#projections/caseList/item.ts';
import { FilterChoicePills } from '#web/ui/filter-chips.tsx';
import { Menu, type MenuEntry } from '#web/ui/menu.tsx';
import { type CaseSearch, caseListSearch } from './case-list-search.ts';

export function GroupFilters({ search, counts }: { search: CaseSearch; counts: CaseCounts | undefined }) {
  const { t } = useTranslation(['case', 'caseList']);
  return (
    <FilterChoicePills
      label={t('caseList:byStatus')}
      value={String(search.filter ?? 0)}
      options={filterNumbersInScreenOrder.map(index => ({
        value: String(index),
        label: t(`case:group.${statusGroupNames[index]}`),
        count: counts?.filters[index],
        href: caseListSearch.href(search, { filter: index || null, counter: null }),
      }))}
    />
  );
}

/** Product type, method and archive in one menu; its button shows the chosen values. */
export function TypeMenu({ search, go }: { search: CaseSearch; go: (href: string) => void }) {
  const { t } = useTranslation(['rx', 'caseList']);
  const one = (key: 'type' | 'method', list: 'productType' | 'method'): MenuEntry => ({
    section: t(`caseList:filter.${key}`),
    items: options[list].map(value => ({
      id: `${key}-${value}`,
      label: t(`rx:option.${list}.${value}`),
      checked: search[key] === value,
      onPress: () => go(caseListSearch.href(search, { [key]: search[key] === value ? null : value })),
    })),
  });
  const set = [
    search.type && t(`rx:option.productType.${search.type}`),
    search.method && t(`rx:option.method.${search.method}`),
    search.archived && t('caseList:filter.archived'),
  ].filter(Boolean);
  const archive = {
    id: 'archived',
    label: t('caseList:filter.archived'),
    checked: search.archived === true,
    onPress: () => go(caseListSearch.href(search, { archived: search.archived ? null : true })),
  };
  return (
    <Menu
      label={t('caseList:filter.label')}
      trigger={{
        children: set.length > 0 ? set.join(' · ') : t('caseList:filter.label'),
        size: 'small',
        variant: 'quiet',
      }}
      items={[one('type', 'productType'), one('method', 'method'), { rule: true }, archive]}
    />
  );
}
