/** Asks before a page is left whose form is not saved. */
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

type Unsaved = {
  question: ReactNode;
  /** Leaving is fine from now on: it was saved. */
  settle: () => void;
};

export function useUnsaved(dirty: boolean): Unsaved {
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
        // Asked once: the browser does not ask again where the document goes.
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
