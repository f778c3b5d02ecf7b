/** Saves all rows of a question as CSV: it is asked again as of the same position. */
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '#web/lib/download.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.tsx';
import type { AskSearch } from './ask-search.ts';

export function DownloadCsv({ asked: { q: sql, params, asOf } }: { asked: AskSearch }) {
  const { t } = useTranslation('analysis');
  const [pending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    try {
      const body = { sql, params, asOf, format: 'csv' };
      await download('/analysis/ask', `archline-${asOf ?? 'now'}.csv`, body);
    } catch (error) {
      toast({ text: (error instanceof Error && error.message) || t('ask.failed'), tone: 'danger' });
    } finally {
      setPending(false);
    }
  };
  return (
    <Button size="small" variant="quiet" icon={<Download />} pending={pending} onPress={() => void save()}>
      {t('ask.csv')}
    </Button>
  );
}
