/** Special features of an order: pontics on given teeth, and a lingual fixed retainer. */
import { useTranslation } from 'react-i18next';
import { options } from '#events/case/options.ts';
import { Panel } from '#web/ui/panel.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { retainerFieldId } from './field-ids.ts';
import { FixedRetainerPicture } from './Pictures.tsx';
import { PonticChart } from './PonticChart.tsx';
import type { RetainerPartProps } from './RetainerForm.tsx';
import styles from './retainer.module.css';
import { orderedArches, orderedPontics } from './retainer-form.ts';

export function SpecialFeatures({ draft, change, error }: RetainerPartProps) {
  const { t } = useTranslation(['retainer', 'rx']);
  return (
    <Panel title={t('retainer:form.special')}>
      <div className={styles.fields}>
        <RadioGroup
          label={t('retainer:form.specialLabel')}
          hideLabel
          layout="row"
          value={draft.pontic ? 'pontic' : 'none'}
          onChange={value => change({ pontic: value === 'pontic' })}
          options={[
            { value: 'none', label: t('retainer:form.noSpecial') },
            { value: 'pontic', label: t('retainer:form.pontic') },
          ]}
        />
        {draft.pontic && (
          <PonticChart
            id={retainerFieldId('pontics')}
            teeth={orderedPontics(draft)}
            arches={orderedArches(draft)}
            onChange={pontics => change({ pontics })}
            error={error('pontics')}
          />
        )}
        <RadioGroup
          label={t('retainer:form.fixed')}
          layout="cards"
          value={String(draft.fixed)}
          onChange={fixed =>
            change({ fixed: options.retainerFixed.find(each => String(each) === fixed) ?? 0 })
          }
          options={options.retainerFixed.map(fixed => ({
            value: String(fixed),
            label: t(`rx:option.retainerFixed.${fixed}`),
            note: t(`retainer:form.fixedNote.${fixed}`),
            picture: <FixedRetainerPicture fixed={fixed} />,
          }))}
        />
      </div>
    </Panel>
  );
}
