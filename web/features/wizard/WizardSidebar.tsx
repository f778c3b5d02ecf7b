/** Beside every step: what has been said, in words, and what is still missing, each leading to its field. */
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { MissingField } from '#events/case/draft.ts';
import { unresolvedContradictions } from '#events/contradiction/contradictions.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useWizard } from './context.ts';
import { Disagreements } from './Disagreements.tsx';
import { FieldLink } from './FieldLink.tsx';
import { asideId } from './focus.ts';
import { inPageOrder } from './rx-rows.ts';
import { Summary } from './Summary.tsx';
import { headedSteps, missingByStep, sectionOf, type WizardStep } from './steps.ts';
import styles from './wizard.module.css';
import { missingText } from './words.ts';

export function WizardSidebar({ now }: { now: number }) {
  return (
    <aside id={asideId} className={styles.side}>
      <MissingPanel />
      <Disagreements />
      <Summary now={now} />
    </aside>
  );
}

/** Fields whose parts have names of their own. */
const grouped: readonly string[] = ['deliveryAddress', 'lingual'];

/** What is wrong in this step's section, each with its field. */
function Wrong() {
  const { t } = useTranslation(['wizard', 'rx', 'error']);
  const { step, state } = useWizard();
  const section = sectionOf[step];
  return state.sections[section].issues.map(issue => {
    const [field = '', part] = issue.path.split('.');
    const label = t(
      part && grouped.includes(field) ? `rx:field.${field}.${part}` : `rx:field.${section}.${field}`,
    );
    return (
      <li key={`${issue.path}${issue.issue}`}>
        <TriangleAlert aria-hidden="true" />
        <FieldLink place={{ section, field: issue.path }}>
          {label}
          <span className="t-3">{t(`error:issue.${issue.issue}`, { ...issue.values })}</span>
        </FieldLink>
      </li>
    );
  });
}

function MissingItems({ items }: { items: readonly MissingField[] }) {
  const { t } = useTranslation('rx');
  return items.map(item => (
    <li key={`${item.section}.${item.field}`}>
      <TriangleAlert aria-hidden="true" />
      <FieldLink place={item}>{missingText(t, item)}</FieldLink>
    </li>
  ));
}

/** The steps that are not open, folded, each with what it lacks. */
function OtherSteps({ byStep }: { byStep: ReadonlyMap<WizardStep, MissingField[]> }) {
  const { t } = useTranslation('wizard');
  const { step, edited } = useWizard();
  const all: WizardStep[] = ['pcEnter', ...headedSteps(edited.prescription.method)];
  return (
    <div className={styles.others}>
      {all.map(other => {
        const items = byStep.get(other);
        return items && other !== step ? (
          <Disclosure key={other} summary={t(`step.${other}`)} count={items.length}>
            <ul className={styles.missing}>
              <MissingItems items={items} />
            </ul>
          </Disclosure>
        ) : null;
      })}
    </div>
  );
}

function MissingPanel() {
  const { t } = useTranslation('wizard');
  const { missing, clashes, step, state } = useWizard();
  const byStep = missingByStep(inPageOrder(missing));
  const { issues } = state.sections[sectionOf[step]];
  // What is shown as wrong is not called missing as well.
  const here = (byStep.get(step) ?? []).filter(
    m => m.section === 'files' || !issues.some(i => `${i.path}.`.startsWith(`${m.field}.`)),
  );
  // What does not agree says so itself.
  if (missing.length + issues.length === 0 && unresolvedContradictions(clashes).length > 0) return null;
  if (missing.length + issues.length === 0)
    return (
      <Panel title={t('complete')} icon={<CircleCheck />}>
        {t('completeHow')}
      </Panel>
    );
  // Nothing is missing where something is only wrong.
  const wrong = missing.length === 0;
  return (
    <Panel
      title={t(wrong ? 'toCorrect' : 'missing')}
      count={wrong ? issues.length : missing.length}
      countTone="warn"
      flush
    >
      <ul className={styles.missing}>
        <Wrong />
        <MissingItems items={here} />
      </ul>
      <OtherSteps byStep={byStep} />
    </Panel>
  );
}
