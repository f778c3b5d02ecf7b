/** The five headed steps on the arch line, each with how much it still wants. */
import { useTranslation } from 'react-i18next';
import { unresolvedContradictions } from '#events/contradiction/contradictions.ts';
import { ArchSpine, type SpineStep } from '#web/ui/arch-spine.tsx';
import { useWizard, type WizardState } from './context.ts';
import { headedSteps, missingByStep, sectionOf, stepOf, type WizardStep, wizardHref } from './steps.ts';

function stateOf(step: WizardStep, wizard: WizardState, missing: number): SpineStep['state'] {
  if (step === wizard.step) return 'current';
  const section = wizard.state.sections[sectionOf[step]];
  const clashes = unresolvedContradictions(wizard.clashes).some(({ at }) => stepOf(at) === step);
  if (section.conflict || section.issues.length > 0 || clashes) return 'problem';
  return missing === 0 ? 'done' : 'todo';
}

export function WizardSteps() {
  const { t } = useTranslation('wizard');
  const wizard = useWizard();
  const missing = missingByStep(wizard.missing);
  const { method } = wizard.edited.prescription;
  return (
    <ArchSpine
      label={t('way')}
      variant="steps"
      steps={headedSteps(method).map(step => {
        const count = missing.get(step)?.length ?? 0;
        return {
          id: step,
          label: t(`step.${step}`),
          state: stateOf(step, wizard, count),
          href: wizardHref(step, { id: wizard.view.caseId }),
          missing: count,
          title: count > 0 ? t('missingCount', { count }) : undefined,
        };
      })}
    />
  );
}

/** The way before there is a case. */
export function WizardStepsBeforeCase() {
  const { t } = useTranslation('wizard');
  const steps = headedSteps(1).map(step => ({ id: step, label: t(`step.${step}`), state: 'todo' as const }));
  return <ArchSpine label={t('way')} variant="steps" steps={steps} />;
}
