/** A dialog that makes a link: what it is to be, and once it is made, the link itself. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

type Props = {
  title: string;
  /** Whether there is a link: then nothing is left to be asked. */
  made: boolean;
  pending: boolean;
  make: () => void;
  onClose: () => void;
  children: ReactNode;
};

export function MakeDialog({ title, made, pending, make, onClose, children }: Props) {
  const { t } = useTranslation('share');
  return (
    <Dialog
      open
      size="medium"
      title={title}
      onClose={onClose}
      onCtrlEnter={make}
      actions={
        made ? (
          <Button variant="primary" onPress={onClose}>
            {t('done')}
          </Button>
        ) : (
          <>
            <Button onPress={onClose}>{t('cancel')}</Button>
            <Button variant="primary" pending={pending} onPress={make}>
              {t('make')}
            </Button>
          </>
        )
      }
    >
      {children}
    </Dialog>
  );
}
