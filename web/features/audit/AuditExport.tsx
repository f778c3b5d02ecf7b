/** Exports the entries of the filter as CSV or as a workbook. */
import { useQuery } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditFormat } from '#events/audit/events.ts';
import { ApiError } from '#web/lib/api.ts';
import { dayOf } from '#web/lib/format.ts';
import { currentUserQuery } from '#web/lib/queries.ts';
import { Menu } from '#web/ui/menu.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { toast } from '#web/ui/toast.tsx';
import styles from './audit.module.css';
import type { AuditSearch } from './audit-links.ts';
import { exportAudit } from './audit-queries.ts';

export function AuditExport({ search }: { search: AuditSearch }) {
  const { t } = useTranslation('audit');
  const { data: user } = useQuery(currentUserQuery());
  const [running, setRunning] = useState(false);
  const save = async (format: AuditFormat) => {
    if (running) return;
    setRunning(true);
    try {
      await exportAudit(search, format, dayOf(Date.now()));
      toast({ text: t('export.done'), tone: 'ok' });
    } catch (error) {
      const told = error instanceof ApiError && error.message;
      toast({ text: told || t('export.failed'), tone: 'danger' });
    } finally {
      setRunning(false);
    }
  };
  if (user?.withheld?.includes('exports')) return null;
  return (
    <div className={styles.export}>
      {running && <ProgressBar label={t('export.running')} value={null} />}
      <Menu
        label={t('export.open')}
        trigger={{ children: t('export.open'), icon: <FileDown aria-hidden="true" /> }}
        items={[
          { id: 'csv', label: t('export.csv'), disabled: running, onPress: () => void save('csv') },
          { id: 'xlsx', label: t('export.xlsx'), disabled: running, onPress: () => void save('xlsx') },
        ]}
      />
    </div>
  );
}
