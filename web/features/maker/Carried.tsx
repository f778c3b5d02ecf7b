/** Rows that a version took over from the one before it. */
import { useTranslation } from 'react-i18next';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { rowsOf, type Wishes, without } from './wishes.ts';

type Props = { version: number; wishes: Wishes; carried: Wishes; onChange: (wishes: Wishes) => void };

/** Counts the rows that are still as the earlier version has them, and removes them. Changed rows are kept. */
export function Carried({ version, wishes, carried, onChange }: Props) {
  const { t } = useTranslation('maker');
  const rows = rowsOf(wishes, carried);
  if (rows.ipr.length + rows.attachments.length === 0) return null;
  const words = { version, ipr: rows.ipr.length, attachments: rows.attachments.length };
  return (
    <Banner tone="info" role="none">
      <div className="row">
        <span>{t('carried', words)}</span>
        <Button size="small" onPress={() => onChange(without(wishes, rows))}>
          {t('carriedOut')}
        </Button>
      </div>
    </Banner>
  );
}
