/** Actions on the selected rows: common actions, export as a workbook, or copying the ids. */
import { Copy, FileDown, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CaseListItem } from '#projections/caseList/item.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { toast } from '#web/ui/toast.tsx';
import { BulkActions } from './BulkActions.tsx';
import styles from './caseList.module.css';
import type { BulkActionState } from './useBulkAction.ts';
import { useMayExportCases } from './useMayExportCases.ts';

type Props = {
  ids: readonly string[];
  items: readonly CaseListItem[];
  bulk: BulkActionState;
  onClear: () => void;
};

export function SelectedCases({ ids, items, bulk, onClear }: Props) {
  const { t } = useTranslation('caseList');
  const mayExport = useMayExportCases();
  if (ids.length === 0) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(ids.join('\n'));
      toast({ text: t('chosen.copied', { count: ids.length }), tone: 'ok' });
    } catch {
      toast({ text: t('chosen.notCopied'), tone: 'warn' });
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <span className={styles.chosen} role="group" aria-label={t('selected', { count: ids.length })}>
      <span className="t-small t-strong num">{t('selected', { count: ids.length })}</span>
      {!bulk.run && <BulkActions items={items} bulk={bulk} />}
      {mayExport && (
        <LinkButton
          size="small"
          href={`/api/cases/export.xlsx?ids=${ids.join(',')}`}
          icon={<FileDown aria-hidden="true" />}
          download
        >
          {t('chosen.export')}
        </LinkButton>
      )}
      <Button size="small" icon={<Copy aria-hidden="true" />} onPress={() => void copy()}>
        {t('chosen.copy')}
      </Button>
      <IconButton size="small" label={t('chosen.clear')} icon={<X aria-hidden="true" />} onPress={onClear} />
    </span>
  );
}
