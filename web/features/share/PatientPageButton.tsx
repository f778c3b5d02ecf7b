/** The button "Patient's page" next to the wear of a case. */
import { Smartphone } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';

const PatientPage = lazy(async () => ({
  default: (await import('./PatientPageDialog.tsx')).PatientPageDialog,
}));

export function PatientPageButton({ caseId }: { caseId: string }) {
  const { t } = useTranslation('wear');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon={<Smartphone />} onPress={() => setOpen(true)}>
        {t('patientPage')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <PatientPage caseId={caseId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
