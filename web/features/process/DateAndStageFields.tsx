/** Fields for the date of a record and the aligner worn then. */
import { useTranslation } from 'react-i18next';
import { DateField } from '#web/ui/date-field.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import styles from './process.module.css';

type When = { date: string | null; stage: number | null };
type Props = When & {
  onDate: (date: string | null) => void;
  onStage: (stage: number | null) => void;
  error: (field: string) => string | undefined;
  today: string;
  /** The plan's last stage. */
  last: number;
};

export function DateAndStageFields({ date, stage, onDate, onStage, error, today, last }: Props) {
  const { t } = useTranslation('process');
  return (
    <div className={styles.when}>
      <DateField
        label={t('date')}
        required
        max={today}
        value={date}
        onChange={onDate}
        error={error('date')}
      />
      <NumberField
        label={t('stage')}
        hint={t('stageHint', { last })}
        required
        min={0}
        max={last}
        value={stage}
        onChange={onStage}
        error={error('stage')}
      />
    </div>
  );
}
