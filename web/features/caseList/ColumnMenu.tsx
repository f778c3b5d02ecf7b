/** Choosing the columns of the case list; kept for this person in this browser. */
import { Columns3 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Menu } from '#web/ui/menu.tsx';
import {
  keepColumns,
  keptColumns,
  type OptionalColumn,
  optionalColumns,
  usualColumns,
} from './column-choice.ts';

type Chosen = readonly OptionalColumn[] | null;

/** Read once the page is the browser's: the server renders the usual columns. */
export function useColumnChoice(personId: string | undefined) {
  const [chosen, setChosen] = useState<Chosen>(null);
  useEffect(() => {
    if (personId) setChosen(keptColumns(localStorage, personId));
  }, [personId]);
  const choose = (next: Chosen) => {
    setChosen(next);
    if (personId) keepColumns(localStorage, personId, next);
  };
  return { chosen, choose };
}

export function ColumnMenu({ chosen, choose }: { chosen: Chosen; choose: (next: Chosen) => void }) {
  const { t } = useTranslation('caseList');
  const shown = chosen ?? usualColumns;
  const toggled = (id: OptionalColumn) => optionalColumns.filter(one => shown.includes(one) !== (one === id));
  return (
    <Menu
      label={t('columns')}
      trigger={{ variant: 'outline', icon: <Columns3 aria-hidden="true" /> }}
      items={[
        {
          section: t('columns'),
          items: optionalColumns.map(id => ({
            id,
            label: t(`column.${id === 'updatedAt' ? 'updated' : id}`),
            checked: shown.includes(id),
            onPress: () => choose(toggled(id)),
          })),
        },
        { rule: true },
        {
          id: 'usual',
          label: t('columnsUsual'),
          disabled: chosen === null,
          onPress: () => choose(null),
        },
      ]}
    />
  );
}
