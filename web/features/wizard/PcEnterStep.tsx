/** The first step of a case that is there already. */
import { useTranslation } from 'react-i18next';
import { Panel } from '#web/ui/panel.tsx';
import { ClashesAt } from './ClashesAt.tsx';
import { useSection } from './context.ts';
import { Method } from './Method.tsx';
import styles from './wizard.module.css';

export function PcEnterStep() {
  const { t } = useTranslation('wizard');
  const { value, set } = useSection('prescription');
  return (
    <Panel title={t('step.pcEnter')}>
      <div className={styles.form}>
        <Method
          chosen={{ method: value.method, productType: value.productType }}
          onChange={({ method, productType }) => set({ method, productType })}
        />
        <ClashesAt />
      </div>
    </Panel>
  );
}
