/** Dialog that creates a share link: its options, then the link. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

type Props = {
  title: string;
  /** True once the link exists: hides the options. */
  made: boolean;
  pending: boolean;
  make: () => void;
  onClose: () => void;
  children: ReactNode;
};

export function CreateLinkDialog({ title, made, pending, make, onClose, children }: Props) {
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
