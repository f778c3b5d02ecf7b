/** Going back to choose other files: the entries of this plan are lost. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Asks for confirmation before starting over. */
export function RestartButton({ onRestart }: { onRestart: () => void }) {
  const { t } = useTranslation('maker');
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onPress={() => setAsking(true)}>{t('otherFiles')}</Button>
      <ConfirmDialog
        open={asking}
        title={t('otherFiles')}
        confirm={t('otherFilesConfirm')}
        cancel={t('cancel')}
        danger
        onConfirm={onRestart}
        onClose={() => setAsking(false)}
      >
        <p>{t('otherFilesLost')}</p>
      </ConfirmDialog>
    </>
  );
}
