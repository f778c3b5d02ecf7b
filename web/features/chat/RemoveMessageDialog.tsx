import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Confirmation before a message is removed for everybody. */
export function RemoveMessageDialog({
  onRemove,
  onClose,
}: {
  onRemove: () => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation('chat');
  return (
    <ConfirmDialog
      open
      danger
      title={t('remove.title')}
      confirm={t('delete')}
      cancel={t('cancel')}
      onConfirm={onRemove}
      onClose={onClose}
    >
      {t('remove.text')}
    </ConfirmDialog>
  );
}
