/** Search and waiting-time filter, for boards longer than a screen. */
import { useTranslation } from 'react-i18next';
import { SearchField } from '#web/ui/search-field.tsx';
import { SegmentedControl } from '#web/ui/segmented.tsx';
import { type BoardFilter, waitingDayChoices } from './board-filter.ts';
import styles from './shop.module.css';

type Props = { filter: BoardFilter; onChange: (filter: BoardFilter) => void };

export function BoardFilters({ filter, onChange }: Props) {
  const { t } = useTranslation('shop');
  return (
    <div className={styles.filters}>
      <SearchField
        className={styles.search}
        label={t('board.search')}
        placeholder={t('board.search')}
        value={filter.text}
        onChange={text => onChange({ ...filter, text })}
      />
      <SegmentedControl
        size="small"
        label={t('board.standing')}
        value={String(filter.days)}
        onChange={days => onChange({ ...filter, days: Number(days) })}
        options={waitingDayChoices.map(days => ({
          value: String(days),
          label: days === 0 ? t('board.anyTime') : t('board.days', { count: days }),
        }))}
      />
    </div>
  );
}
