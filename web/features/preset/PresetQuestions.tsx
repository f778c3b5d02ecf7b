/** The questions of a preset: those of a prescription; each may stay open. */
import { Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { inlineQuestionOf, type RxField, rxGroups } from '#events/case/questions.ts';
import type { Prescription } from '#events/case/sections.ts';
import { fieldsAnsweredBy, type PresetContent } from '#events/preset/preset.ts';
import { TEETH } from '#events/tooth/fdi.ts';
import { PrescriptionQuestion } from '#web/features/prescription/PrescriptionQuestion.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormRow, FormRows, FormRowsHead } from '#web/ui/form-rows.tsx';
import { ToggleCards } from '#web/ui/toggle-cards.tsx';
import styles from './preset.module.css';

/** A preset in editing: name and answers may be invalid. */
export type EditedPreset = PresetContent;

type QuestionsProps = {
  edited: EditedPreset;
  change: (patch: Partial<EditedPreset>) => void;
  error: (path: string) => string | undefined;
};

export function PresetQuestions({ edited, change, error }: QuestionsProps) {
  const { t } = useTranslation(['preset', 'rx', 'wizard']);
  const { prescription } = edited;
  const set = (patch: Partial<Prescription>) => change({ prescription: { ...prescription, ...patch } });
  const form = { value: prescription, set, error: (path: string) => error(`prescription.${path}`) };
  const answered = new Set<string>(fieldsAnsweredBy(prescription));
  const open = (field: RxField) => {
    const inline = inlineQuestionOf(field);
    set({ [field]: undefined, ...(inline && { [inline]: undefined }) });
  };
  return (
    <FormRows label={t('rx:section.prescription')}>
      {rxGroups.map(group => (
        <div key={group.id} className={styles.group}>
          <FormRowsHead>{t(`wizard:group.${group.id}`)}</FormRowsHead>
          {group.rows.map(field => (
            <FormRow
              key={field}
              label={t(`rx:field.prescription.${field}`)}
              end={
                answered.has(field) && (
                  <Button
                    size="small"
                    variant="quiet"
                    icon={<Undo2 />}
                    aria-label={t('preset:clearField', { field: t(`rx:field.prescription.${field}`) })}
                    onPress={() => open(field)}
                  >
                    {t('preset:clear')}
                  </Button>
                )
              }
            >
              <PrescriptionQuestion field={field} form={form} />
              {field === 'extraction' && prescription.extraction === 'yes' && (
                <Extractions
                  value={edited.extract}
                  onChange={extract => change({ extract })}
                  error={error('extract')}
                />
              )}
            </FormRow>
          ))}
        </div>
      ))}
    </FormRows>
  );
}

type ExtractionsProps = {
  value: readonly number[];
  onChange: (teeth: number[]) => void;
  error: string | undefined;
};

function Extractions({ value, onChange, error }: ExtractionsProps) {
  const { t } = useTranslation(['preset', 'rx']);
  return (
    <ToggleCards
      className={styles.teeth}
      label={t('preset:teeth')}
      hint={t('preset:extractHint')}
      value={value.map(String)}
      onChange={teeth => onChange(teeth.map(Number))}
      options={TEETH.map(tooth => ({ value: String(tooth), label: String(tooth) }))}
      error={error}
    />
  );
}
