/** Asks before leaving a page with an unsaved form. */
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

type Unsaved = {
  question: ReactNode;
  /** Disables the warning after a save. */
  settle: () => void;
};

export function useUnsavedWarning(dirty: boolean): Unsaved {
  const { t } = useTranslation('shell');
  const settled = useRef(false);
  const holds = () => dirty && !settled.current;
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: holds,
    enableBeforeUnload: holds,
    withResolver: true,
  });
  const question = status === 'blocked' && (
    <ConfirmDialog
      open
      danger
      title={t('unsaved.title')}
      confirm={t('unsaved.leave')}
      cancel={t('unsaved.stay')}
      onConfirm={() => {
        // The person has confirmed: the browser need not ask again when the document unloads.
        settled.current = true;
        proceed();
      }}
      onClose={reset}
    >
      <p>{t('unsaved.text')}</p>
    </ConfirmDialog>
  );
  return {
    question,
    settle: () => {
      settled.current = true;
    },
  };
}
