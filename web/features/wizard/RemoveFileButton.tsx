import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileItem } from '#projections/case/view.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useCaseFiles } from './useCaseFiles.ts';

/** Removes a file from the case after a confirmation: it would have to be uploaded again. */
export function RemoveFileButton({ file, name }: { file: FileItem; name: string }) {
  const { t } = useTranslation('wizard');
  const { remove } = useCaseFiles();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <IconButton
        size="small"
        variant="outline"
        label={t('files.remove', { name })}
        icon={<Trash2 />}
        onPress={() => setAsking(true)}
      />
      <ConfirmDialog
        open={asking}
        title={t('files.removeAsk', { name })}
        confirm={t('files.removeYes')}
        cancel={t('cancel')}
        danger
        onConfirm={async () => {
          await remove(file);
          setAsking(false);
        }}
        onClose={() => setAsking(false)}
      >
        {t('files.removeWhat', { name: file.name })}
      </ConfirmDialog>
    </>
  );
}
