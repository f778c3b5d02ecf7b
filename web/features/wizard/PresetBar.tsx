/** The preset of the prescription: choice of preset, changes since, and saving the answers as a preset. */
import { useQuery } from '@tanstack/react-query';
import { BookmarkPlus, Check } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/limits.ts';
import { rxFields, rxQuestions } from '#events/case/questions.ts';
import { type AppliedPreset, applyPreset } from '#events/preset/apply.ts';
import { fieldsAnsweredBy } from '#events/preset/preset.ts';
import { ApplyPresetDialog } from '#web/features/preset/ApplyPresetDialog.tsx';
import { PresetFacts } from '#web/features/preset/PresetFacts.tsx';
import { presetCommands } from '#web/features/preset/preset-commands.ts';
import { isPresetListFull, ownPresetsOf } from '#web/features/preset/preset-names.ts';
import { presetReference } from '#web/features/preset/usePresets.ts';
import { buttonRightsQuery, type PresetItem } from '#web/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { PillButton } from '#web/ui/filter-chips.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toast.tsx';
import { usePresetsOfCase } from './usePresetsOfCase.ts';
import styles from './wizard.module.css';
import { useWizard } from './wizard-context.ts';

/** Loaded when a person saves answers as a preset. */
const NameDialog = lazy(async () => ({
  default: (await import('#web/features/preset/PresetNameDialog.tsx')).PresetNameDialog,
}));

/** Applies a preset. Asks first if the preset changes an answer. */
function useApplying() {
  const { edited, draft } = useWizard();
  const { current } = usePresetsOfCase();
  const [asked, setAsked] = useState<PresetItem | null>(null);
  const appliedNow = (preset: PresetItem): AppliedPreset =>
    applyPreset({ name: presetReference(preset), start: preset }, current, edited);
  const take = ({ prescription, markers }: AppliedPreset) => {
    draft.change('prescription', prescription);
    if (markers) draft.change('markers', markers);
    setAsked(null);
  };
  const start = (preset: PresetItem) => {
    const applied = appliedNow(preset);
    if (applied.differences.length === 0) take(applied);
    else setAsked(preset);
  };
  // Applies to the current answers: another person may have saved some while the dialog was open.
  const applied = asked && appliedNow(asked);
  const dialog = asked && applied && (
    <ApplyPresetDialog
      name={asked.name}
      applied={applied}
      onApply={() => take(applied)}
      onClose={() => setAsked(null)}
    />
  );
  return { start, dialog };
}

export function PresetBar() {
  const { t } = useTranslation(['wizard', 'preset']);
  const { list, current, changed } = usePresetsOfCase();
  const { start, dialog } = useApplying();
  const own = ownPresetsOf(list);
  return (
    <fieldset className={styles.presets}>
      <legend className={styles.presetsLabel}>{t('wizard:preset.from')}</legend>
      {list
        .filter(preset => preset.locked)
        .map(preset => (
          <PillButton key={preset.id} pressed={preset === current} onPress={() => start(preset)}>
            {preset.name}
          </PillButton>
        ))}
      {own.length > 0 && (
        <Menu
          label={t('preset:mine')}
          placement="bottom start"
          items={own.map(preset => ({
            id: preset.id,
            label: preset.name,
            ...(preset === current ? { icon: <Check aria-hidden="true" /> } : {}),
            onPress: () => start(preset),
          }))}
          trigger={{ size: 'small', children: current?.locked === false ? current.name : t('preset:mine') }}
        />
      )}
      <SaveAsPreset list={list} />
      {current && changed.length > 0 && (
        <span className={styles.presetsNote}>
          <span className={styles.dot} aria-hidden="true" />
          {t('wizard:preset.differs', { count: changed.length, name: current.name })}
          <Button size="small" variant="quiet" onPress={() => start(current)}>
            {t('wizard:preset.resetAll')}
          </Button>
        </span>
      )}
      {dialog}
    </fieldset>
  );
}

const patientsOwn = rxFields.filter(field => rxQuestions[field].patientsOwn);

/** Saves the answers of this prescription as a preset, without those specific to the patient. */
function SaveAsPreset({ list }: { list: readonly PresetItem[] }) {
  const { t } = useTranslation(['preset', 'rx']);
  const { edited } = useWizard();
  const { data: granted = [] } = useQuery(buttonRightsQuery());
  const [open, setOpen] = useState(false);
  const {
    method: _method,
    productType: _type,
    preset: _preset,
    lingual: _lingual,
    ...rx
  } = edited.prescription;
  const kept = fieldsAnsweredBy(rx).filter(field => !rxQuestions[field].patientsOwn);
  const start = {
    prescription: Object.fromEntries(kept.map(field => [field, rx[field]])),
    extract: rx.extraction === 'yes' ? (edited.markers.extract ?? []) : [],
  };
  if (!granted.includes('PreferenceSet')) return null;
  const why = isPresetListFull(list)
    ? t('full', { max: limits.presets })
    : kept.length === 0
      ? t('nothing')
      : undefined;
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon={<BookmarkPlus />}
        disabled={why !== undefined}
        disabledReason={why}
        onPress={() => setOpen(true)}
      >
        {t('saveAs')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <NameDialog
            title={t('saveAs')}
            confirm={t('save')}
            name=""
            list={list}
            send={async name => {
              const done = await presetCommands.add({ name, ...start });
              if (done.ok) toast({ text: t('kept', { name }), tone: 'ok' });
              return done;
            }}
            onClose={() => setOpen(false)}
          >
            <p className="t-small t-2">
              {t('saveAsNote', {
                fields: patientsOwn.map(field => t(`rx:field.prescription.${field}`)).join(' · '),
              })}
            </p>
            <PresetFacts start={start} />
          </NameDialog>
        </Suspense>
      )}
    </>
  );
}
