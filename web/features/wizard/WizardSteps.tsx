/** The five steps with headings on the arch line, each with its number of missing answers. */
import { useTranslation } from 'react-i18next';
import { unresolvedContradictions } from '#events/contradiction/contradictions.ts';
import { type ArchStep, ArchStepper } from '#web/ui/arch-stepper.tsx';
import {
  missingByStep,
  sectionByStep,
  stepForPlace,
  stepsOfMethod,
  type WizardStep,
  wizardHref,
} from './steps.ts';
import { useWizard, type WizardState } from './wizard-context.ts';

function stateOf(step: WizardStep, wizard: WizardState, missing: number): ArchStep['state'] {
  if (step === wizard.step) return 'current';
  const section = wizard.state.sections[sectionByStep[step]];
  const clashes = unresolvedContradictions(wizard.clashes).some(({ at }) => stepForPlace(at) === step);
  if (section.conflict || section.issues.length > 0 || clashes) return 'problem';
  return missing === 0 ? 'done' : 'todo';
}

export function WizardSteps() {
  const { t } = useTranslation('wizard');
  const wizard = useWizard();
  const missing = missingByStep(wizard.missing);
  const { method } = wizard.edited.prescription;
  return (
    <ArchStepper
      label={t('way')}
      variant="steps"
      steps={stepsOfMethod(method).map(step => {
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

/** The steps before the case exists. */
export function WizardStepsBeforeCase() {
  const { t } = useTranslation('wizard');
  const steps = stepsOfMethod(1).map(step => ({
    id: step,
    label: t(`step.${step}`),
    state: 'todo' as const,
  }));
  return <ArchStepper label={t('way')} variant="steps" steps={steps} />;
}
