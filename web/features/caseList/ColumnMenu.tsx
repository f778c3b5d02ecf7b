/** Menu for choosing the columns of the case list; stored per person in this browser. */
import { Columns3 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Menu } from '#web/ui/menu.tsx';
import {
  defaultColumns,
  type OptionalColumn,
  optionalColumns,
  readStoredColumns,
  storeColumns,
} from './column-choice.ts';

type Chosen = readonly OptionalColumn[] | null;

/** Reads storage in an effect: the server renders the default columns. */
export function useColumnChoice(personId: string | undefined) {
  const [chosen, setChosen] = useState<Chosen>(null);
  useEffect(() => {
    if (personId) setChosen(readStoredColumns(localStorage, personId));
  }, [personId]);
  const choose = (next: Chosen) => {
    setChosen(next);
    if (personId) storeColumns(localStorage, personId, next);
  };
  return { chosen, choose };
}

export function ColumnMenu({ chosen, choose }: { chosen: Chosen; choose: (next: Chosen) => void }) {
  const { t } = useTranslation('caseList');
  const shown = chosen ?? defaultColumns;
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
