/** Choice of the preset for a new case: a shared one, one of the doctor's own, or none. */
import { useTranslation } from 'react-i18next';
import { ownPresetsOf } from '#web/features/preset/preset-names.ts';
import { type KnownPresets, presetReference } from '#web/features/preset/usePresets.ts';
import { SegmentedControl } from '#web/ui/segmented.tsx';
import { Select } from '#web/ui/select.tsx';
import styles from './wizard.module.css';

type Props = {
  presets: KnownPresets;
  /** The preset's name in the prescription; empty for none. */
  from: string;
  onChange: (from: string) => void;
};

export function StartingPresetChoice({ presets: { list, called }, from, onChange }: Props) {
  const { t } = useTranslation(['wizard', 'preset']);
  const own = ownPresetsOf(list);
  const chosen = called(from);
  return (
    <div className={styles.columns}>
      <SegmentedControl
        label={t('wizard:preset.from')}
        hint={t('wizard:preset.hint')}
        value={chosen?.locked === false ? null : (chosen?.id ?? '')}
        onChange={onChange}
        options={[
          ...list.filter(preset => preset.locked).map(({ id, name }) => ({ value: id, label: name })),
          { value: '', label: t('wizard:preset.empty') },
        ]}
      />
      {own.length > 0 && (
        <Select
          label={t('preset:mine')}
          optional
          placeholder={t('wizard:choose')}
          value={chosen?.locked === false ? presetReference(chosen) : ''}
          onChange={onChange}
          options={own.map(preset => ({ value: presetReference(preset), label: preset.name }))}
        />
      )}
    </div>
  );
}
