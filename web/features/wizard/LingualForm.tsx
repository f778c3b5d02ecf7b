/** The lingual prescription: arch, codes and values per tooth, archwires, aids and a note. */

import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/limits.ts';
import { options } from '#events/case/options.ts';
import { sheetFields, type ToothSheet, teethWithoutTorque } from '#events/lingual/codes.ts';
import type { LingualOrder } from '#events/lingual/schema.ts';
import { ArchShapePicture } from '#web/features/lingual/ArchShapePicture.tsx';
import { Archwires } from '#web/features/lingual/Archwires.tsx';
import { LingualGrid } from '#web/features/lingual/LingualGrid.tsx';
import lingualStyles from '#web/features/lingual/lingual.module.css';
import { fieldElementId } from '#web/features/prescription/field-element-id.ts';
import { OptionChoice } from '#web/features/prescription/OptionChoice.tsx';
import { screenStore } from '#web/lib/screen-store.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { DraftTextArea } from './DraftFields.tsx';
import { editedSections } from './draft-state.ts';
import styles from './wizard.module.css';
import { useSectionForm, useWizard } from './wizard-context.ts';

const idOf = (field: string) => fieldElementId(`lingual.${field}`);

const sheetIn = (lingual: LingualOrder): ToothSheet =>
  Object.fromEntries(sheetFields.map(field => [field, lingual[field]]));

export function LingualForm() {
  const { t } = useTranslation(['lingual', 'rx']);
  const { value, set, error } = useSectionForm('prescription');
  const lingual: LingualOrder = value.lingual ?? {};
  const { draft } = useWizard();
  // Patches the newest draft: the rendered props may lag a few keystrokes behind.
  const change = (patch: Partial<LingualOrder>) =>
    set({ lingual: { ...editedSections(screenStore.get(draft.state)).prescription.lingual, ...patch } });
  const errorAt = (field: string) => error(`lingual.${field}`);
  const sheet = sheetIn(lingual);
  const open = teethWithoutTorque(sheet).length;
  return (
    <>
      <Panel title={t('lingual:arch')}>
        <div className={styles.form}>
          <RadioGroup
            id={idOf('archShape')}
            label={t('rx:field.lingual.archShape')}
            required
            layout="cards"
            className={lingualStyles.shapes}
            value={lingual.archShape ?? null}
            onChange={archShape => change({ archShape })}
            options={options.archShape.map(shape => ({
              value: shape,
              label: t(`rx:option.archShape.${shape}`),
              picture: <ArchShapePicture shape={shape} />,
            }))}
            error={errorAt('archShape')}
          />
          <OptionChoice
            id={idOf('archWidth')}
            list="archWidth"
            label={t('rx:field.lingual.archWidth')}
            required
            value={lingual.archWidth}
            onChange={archWidth => change({ archWidth })}
            error={errorAt('archWidth')}
          />
        </div>
      </Panel>
      <Panel title={t('lingual:sheet')} flush>
        <LingualGrid
          sheet={sheet}
          onChange={change}
          torqueAsSetup={lingual.torqueAsSetup === true}
          idOf={idOf}
        />
        <div id={idOf('torqueAsSetup')} className={lingualStyles.under}>
          <Checkbox
            checked={lingual.torqueAsSetup === true}
            onChange={on => change({ torqueAsSetup: on || undefined })}
            hint={
              lingual.torqueAsSetup
                ? t('lingual:asSetup.on')
                : open > 0 && t('lingual:asSetup.off', { count: open })
            }
          >
            {t('rx:field.lingual.torqueAsSetup')}
          </Checkbox>
        </div>
      </Panel>
      <Panel title={t('rx:field.lingual.archwires')} flush>
        <Archwires value={lingual} onChange={change} error={errorAt} idOf={idOf} />
      </Panel>
      <Panel title={t('lingual:further')}>
        <div className={styles.form}>
          <DraftTextArea
            section="prescription"
            path="lingual.aids"
            label={t('rx:field.lingual.aids')}
            optional
            hint={t('lingual:aidsHint')}
            maxLength={limits.textMax}
          />
          <DraftTextArea
            section="prescription"
            path="lingual.note"
            label={t('rx:field.lingual.note')}
            optional
            maxLength={limits.noteMax}
          />
        </div>
      </Panel>
    </>
  );
}
