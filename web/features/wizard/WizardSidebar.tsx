/** The sidebar of each step: the answers in words, and the missing answers as links to their fields. */
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { MissingField } from '#events/case/draft.ts';
import { unresolvedContradictions } from '#events/contradiction/contradictions.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ContradictionList } from './ContradictionList.tsx';
import { FieldLink } from './FieldLink.tsx';
import { sidebarId } from './focus.ts';
import { OrderSummary } from './OrderSummary.tsx';
import { sortMissingByPage } from './rx-progress.ts';
import { missingByStep, sectionByStep, stepsOfMethod, type WizardStep } from './steps.ts';
import { missingFieldText } from './summary-text.ts';
import styles from './wizard.module.css';
import { useWizard } from './wizard-context.ts';

export function WizardSidebar({ now }: { now: number }) {
  return (
    <aside id={sidebarId} className={styles.side}>
      <MissingPanel />
      <ContradictionList />
      <OrderSummary now={now} />
    </aside>
  );
}

/** Fields whose parts have their own labels. */
const grouped: readonly string[] = ['deliveryAddress', 'lingual'];

/** The errors of this step's section, with links to the fields. */
function Wrong() {
  const { t } = useTranslation(['wizard', 'rx', 'error']);
  const { step, state } = useWizard();
  const section = sectionByStep[step];
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
      <FieldLink place={item}>{missingFieldText(t, item)}</FieldLink>
    </li>
  ));
}

/** The other steps, collapsed, each with its missing answers. */
function OtherSteps({ byStep }: { byStep: ReadonlyMap<WizardStep, MissingField[]> }) {
  const { t } = useTranslation('wizard');
  const { step, edited } = useWizard();
  const all: WizardStep[] = ['pcEnter', ...stepsOfMethod(edited.prescription.method)];
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
  const byStep = missingByStep(sortMissingByPage(missing));
  const { issues } = state.sections[sectionByStep[step]];
  // A field with an error is not also listed as missing.
  const here = (byStep.get(step) ?? []).filter(
    m => m.section === 'files' || !issues.some(i => `${i.path}.`.startsWith(`${m.field}.`)),
  );
  // Unresolved contradictions have their own panel.
  if (missing.length + issues.length === 0 && unresolvedContradictions(clashes).length > 0) return null;
  if (missing.length + issues.length === 0)
    return (
      <Panel title={t('complete')} icon={<CircleCheck />}>
        {t('completeHow')}
      </Panel>
    );
  // The panel lists only errors, no missing answers.
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
