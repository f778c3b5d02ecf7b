/** The first step of an existing case. */
import { useTranslation } from 'react-i18next';
import { Panel } from '#web/ui/panel.tsx';
import { FieldContradictions } from './FieldContradictions.tsx';
import { MethodQuestion } from './MethodQuestion.tsx';
import styles from './wizard.module.css';
import { useSectionForm } from './wizard-context.ts';

export function MethodStep() {
  const { t } = useTranslation('wizard');
  const { value, set } = useSectionForm('prescription');
  return (
    <Panel title={t('step.pcEnter')}>
      <div className={styles.form}>
        <MethodQuestion
          chosen={{ method: value.method, productType: value.productType }}
          onChange={({ method, productType }) => set({ method, productType })}
        />
        <FieldContradictions />
      </div>
    </Panel>
  );
}
