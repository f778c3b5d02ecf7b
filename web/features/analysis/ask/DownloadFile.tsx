/** Saves all rows of a question as a file: it is asked again as of the same position. */
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type TableFormat, tableFormats } from '#events/analysis/export-formats.ts';
import { download } from '#web/lib/download.ts';
import { Menu } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toast.tsx';
import type { AskSearch } from './ask-search.ts';

export function DownloadFile({ asked: { q: sql, params, asOf } }: { asked: AskSearch }) {
  const { t } = useTranslation('analysis');
  const [pending, setPending] = useState(false);
  const save = async (format: TableFormat) => {
    setPending(true);
    try {
      const body = { sql, params, asOf, format };
      const headers = await download('/analysis/ask', `archline-${asOf ?? 'now'}.${format}`, body);
      if (headers.get('X-More') === 'true') toast({ text: t('ask.fileCut'), tone: 'warn' });
    } catch (error) {
      toast({ text: (error instanceof Error && error.message) || t('ask.failed'), tone: 'danger' });
    } finally {
      setPending(false);
    }
  };
  return (
    <Menu
      label={t('ask.download')}
      trigger={{ children: t('ask.download'), icon: <Download />, size: 'small', variant: 'quiet', pending }}
      items={tableFormats.map(format => ({
        id: format,
        label: t(`ask.format.${format}`),
        onPress: () => void save(format),
      }))}
    />
  );
}
