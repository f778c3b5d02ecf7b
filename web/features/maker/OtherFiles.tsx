/** Going back to the files: the entries of this plan are lost. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Starting over, once it is confirmed that the entries are lost. */
export function OtherFiles({ onRestart }: { onRestart: () => void }) {
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
