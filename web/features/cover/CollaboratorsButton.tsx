/** Opens the collaborators of a case, for the doctor's side. */
import { useQuery } from '@tanstack/react-query';
import { UserRoundPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isClinician } from '#events/person/position.ts';
import { currentUserQuery } from '#web/lib/queries.ts';
import { IconButton } from '#web/ui/icon-button.tsx';

const CollaboratorsDialog = lazy(() => import('./CollaboratorsDialog.tsx'));

export function CollaboratorsButton({ caseId }: { caseId: string }) {
  const { t } = useTranslation('cover');
  const { data: user } = useQuery(currentUserQuery());
  const [open, setOpen] = useState(false);
  if (!isClinician(user?.position)) return null;
  return (
    <>
      <IconButton label={t('collaborators')} icon={<UserRoundPlus />} onPress={() => setOpen(true)} />
      {open && (
        <Suspense fallback={null}>
          <CollaboratorsDialog caseId={caseId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
