/** Step "Prescription": the clear-aligner form with presets, or the lingual form. */
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { FieldContradictions } from './FieldContradictions.tsx';
import { LazyAlignerForm } from './lazy-aligner-form.ts';
import { LazyLingualForm } from './lazy-lingual-form.ts';
import { wizardHref } from './steps.ts';
import { useSectionForm, useWizard } from './wizard-context.ts';

export function PrescriptionStep() {
  const { t } = useTranslation('wizard');
  const { view } = useWizard();
  const { value } = useSectionForm('prescription');
  if (value.method === 2)
    return (
      <>
        <FieldContradictions />
        <LazyLingualForm />
      </>
    );
  if (value.method === 1) return <LazyAlignerForm />;
  const href = wizardHref('pcEnter', { id: view.caseId, slot: 'method' });
  return (
    <EmptyState title={t('noMethod')} action={<LinkButton href={href}>{t('chooseMethod')}</LinkButton>} />
  );
}
