/** Rows copied from the previous version. */
import { useTranslation } from 'react-i18next';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { type Procedures, removeProcedures, unchangedProcedures } from './procedures.ts';

type Props = {
  version: number;
  wishes: Procedures;
  carried: Procedures;
  onChange: (wishes: Procedures) => void;
};

/**
 * Counts the rows that are unchanged since the previous version, and removes them on request. Changed rows
 * stay.
 */
export function CarriedOverRows({ version, wishes, carried, onChange }: Props) {
  const { t } = useTranslation('maker');
  const rows = unchangedProcedures(wishes, carried);
  if (rows.ipr.length + rows.attachments.length === 0) return null;
  const words = { version, ipr: rows.ipr.length, attachments: rows.attachments.length };
  return (
    <Banner tone="info" role="none">
      <div className="row">
        <span>{t('carried', words)}</span>
        <Button size="small" onPress={() => onChange(removeProcedures(wishes, rows))}>
          {t('carriedOut')}
        </Button>
      </div>
    </Banner>
  );
}
