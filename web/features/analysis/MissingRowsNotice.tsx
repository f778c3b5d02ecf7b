/** A notice, with a retry, that answers lack rows while a damaged or erased part of the tables is rebuilt. */
import { useTranslation } from 'react-i18next';
import type { AskAnswer } from '#services/api/answers.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

type Props = { lacks: AskAnswer['lacks']; onRetry: () => void };

export function MissingRowsNotice({ lacks, onRetry }: Props) {
  const { t } = useTranslation('analysis');
  if (lacks.length === 0) return null;
  const tables = [...new Set(lacks.map(({ table }) => table))];
  return (
    <Banner
      tone="neutral"
      actions={
        <Button size="small" onPress={onRetry}>
          {t('report.retry')}
        </Button>
      }
    >
      {t('report.lacks', { tables: tables.join(t('listComma')) })}
    </Banner>
  );
}
