/**
 * Saves the answer as a file: either all rows, by asking the question again as of the same position, or the rows on the
 * screen with words for codes.
 */
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type TableFormat, tableFormats } from '#events/analysis/export-formats.ts';
import type { AskAnswer } from '#services/api/answers.ts';
import { download, saveFile } from '#web/lib/download.ts';
import { Menu } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toast.tsx';
import type { AskSearch } from './ask-search.ts';
import { csvWithWords } from './csv-with-words.ts';

type Props = {
  asked: AskSearch;
  /** The answer on the screen. */
  table: AskAnswer;
};

export function AnswerDownloads({ asked: { q: sql, params, asOf }, table }: Props) {
  const { t } = useTranslation(['analysis', 'case', 'rx']);
  const [pending, setPending] = useState(false);
  const save = async (format: TableFormat) => {
    setPending(true);
    try {
      const body = { sql, params, asOf, format };
      const headers = await download('/analysis/ask', `archline-${asOf ?? 'now'}.${format}`, body);
      if (headers.get('X-More') === 'true') toast({ text: t('analysis:ask.fileCut'), tone: 'warn' });
    } catch (error) {
      toast({ text: (error instanceof Error && error.message) || t('analysis:ask.failed'), tone: 'danger' });
    } finally {
      setPending(false);
    }
  };
  const saveWithWords = () => {
    const csv = csvWithWords(table, key => t(key));
    saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), `archline-${asOf ?? 'now'}-words.csv`);
    if (table.more) toast({ text: t('analysis:ask.wordsCut'), tone: 'warn' });
  };
  return (
    <Menu
      label={t('analysis:ask.download')}
      trigger={{
        children: t('analysis:ask.download'),
        icon: <Download />,
        size: 'small',
        variant: 'quiet',
        pending,
      }}
      items={[
        ...tableFormats.map(format => ({
          id: format,
          label: t(`analysis:ask.format.${format}`),
          onPress: () => void save(format),
        })),
        {
          id: 'words',
          label: t('analysis:ask.csvWithWords'),
          description: t('analysis:ask.csvWithWordsHow'),
          onPress: saveWithWords,
        },
      ]}
    />
  );
}
