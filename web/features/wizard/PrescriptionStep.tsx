/** Prescription: the clear-aligner sheet with its presets, or the lingual form. */
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { AlignerSheet } from './aligner-sheet.ts';
import { ClashesAt } from './ClashesAt.tsx';
import { useSection, useWizard } from './context.ts';
import { LingualForm } from './lingual-form.ts';
import { wizardHref } from './steps.ts';

export function PrescriptionStep() {
  const { t } = useTranslation('wizard');
  const { view } = useWizard();
  const { value } = useSection('prescription');
  if (value.method === 2)
    return (
      <>
        <ClashesAt />
        <LingualForm />
      </>
    );
  if (value.method === 1) return <AlignerSheet />;
  const href = wizardHref('pcEnter', { id: view.caseId, slot: 'method' });
  return (
    <EmptyState title={t('noMethod')} action={<LinkButton href={href}>{t('chooseMethod')}</LinkButton>} />
  );
}
