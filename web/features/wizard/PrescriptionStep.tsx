/** Prescription: the clear-aligner sheet with its presets, or the lingual form. */
import { Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pill } from '#web/ui/filter-chips.tsx';
import { Sheet, SheetHead, SheetRow } from '#web/ui/form-row.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { ClashBox } from './ClashBox.tsx';
import { useSection, useWizard } from './context.ts';
import { LingualForm } from './LingualForm.tsx';
import {
  applyPreset,
  differsFromPreset,
  isPreset,
  type PresetName,
  presetExtractions,
  presetNames,
  resetField,
} from './presets.ts';
import { RxAnswer } from './RxAnswer.tsx';
import { answered, type RxField, requiredFields, rxGroups } from './rx-rows.ts';
import { fieldId, wizardHref } from './steps.ts';
import styles from './wizard.module.css';

export function PrescriptionStep() {
  const { t } = useTranslation('wizard');
  const { view } = useWizard();
  const { value } = useSection('prescription');
  if (value.method === 2) return <LingualForm />;
  if (value.method === 1) return <AlignerSheet />;
  const href = wizardHref('pcEnter', { id: view.caseId, slot: 'method' });
  return (
    <EmptyState title={t('noMethod')} action={<LinkButton href={href}>{t('chooseMethod')}</LinkButton>} />
  );
}

function PresetBar({ changed }: { changed: readonly string[] }) {
  const { t } = useTranslation('wizard');
  const { edited, draft } = useWizard();
  const { value: rx, set } = useSection('prescription');
  const start = (name: PresetName) => {
    set(applyPreset(name));
    const extract = presetExtractions(name, rx.preset, edited.markers.extract);
    if (extract) draft.change('markers', { extract, confirmed: undefined });
  };
  return (
    <fieldset className={styles.presets}>
      <legend className={styles.presetsLabel}>{t('preset.from')}</legend>
      {presetNames.map(name => (
        <Pill key={name} pressed={rx.preset === name} onPress={() => start(name)}>
          {t(`preset.${name}`)}
        </Pill>
      ))}
      {isPreset(rx.preset) && changed.length > 0 && (
        <span className={styles.presetsNote}>
          <span className={styles.dot} aria-hidden="true" />
          {t('preset.differs', { count: changed.length, name: t(`preset.${rx.preset}`) })}
          <Button
            size="small"
            variant="quiet"
            onPress={() => start(isPreset(rx.preset) ? rx.preset : 'non-extraction')}
          >
            {t('preset.resetAll')}
          </Button>
        </span>
      )}
    </fieldset>
  );
}

function AlignerSheet() {
  const { t } = useTranslation(['wizard', 'rx']);
  const { edited, missing } = useWizard();
  const { value: rx } = useSection('prescription');
  const changed: readonly string[] = differsFromPreset(rx);
  const open = new Set(missing.filter(m => m.section === 'prescription').map(m => m.field));
  const required = requiredFields(edited);
  return (
    <>
      <PresetBar changed={changed} />
      <Sheet label={t('rx:section.prescription')}>
        {rxGroups.map(group => {
          const { done, of } = answered(group.rows, required, open);
          return (
            <div key={group.id} className={styles.group}>
              <SheetHead count={of > 0 ? t('wizard:ofCount', { done, of }) : undefined}>
                {t(`wizard:group.${group.id}`)}
              </SheetHead>
              {group.rows.map(field => (
                <Row key={field} field={field} changed={changed.includes(field)} open={open} />
              ))}
            </div>
          );
        })}
      </Sheet>
    </>
  );
}

/** Fields that have a note below their label. */
const noted: readonly RxField[] = ['crowdingRelief', 'attachmentTypes', 'extraction', 'step', 'angle'];

function Row({ field, changed, open }: { field: RxField; changed: boolean; open: ReadonlySet<string> }) {
  const { t } = useTranslation(['wizard', 'rx']);
  const { clashes } = useWizard();
  const { value: rx, set } = useSection('prescription');
  const lacks = open.has(field) || (field === 'midline' && open.has('midlineAmount'));
  return (
    <SheetRow
      id={fieldId(field)}
      label={t(`rx:field.prescription.${field}`)}
      note={noted.includes(field) ? t(`wizard:rxNote.${field}`) : undefined}
      changed={changed && t('wizard:preset.changed')}
      missing={lacks && t('wizard:missingWord')}
      end={
        changed && (
          <Button size="small" variant="quiet" icon={<Undo2 />} onPress={() => set(resetField(rx, field))}>
            {t('wizard:preset.reset')}
          </Button>
        )
      }
    >
      <RxAnswer field={field} />
      {clashes
        .filter(clash => clash.step === 'transparentToothNew' && clash.field === field)
        .map(clash => (
          <ClashBox key={clash.id} clash={clash} />
        ))}
    </SheetRow>
  );
}
