/** The clear-aligner prescription: a preset and the grouped questions. */
import { Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  inlineQuestionOf,
  type RxField,
  requiredRxFields,
  rxGroups,
  rxQuestions,
  rxTextMax,
} from '#events/case/questions.ts';
import { type PresetForDraft, resetFieldPatch } from '#events/preset/apply.ts';
import { fieldElementId } from '#web/features/prescription/field-element-id.ts';
import { PrescriptionQuestion } from '#web/features/prescription/PrescriptionQuestion.tsx';
import { TermHelp } from '#web/features/term/TermHelp.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormRow, FormRows, FormRowsHead } from '#web/ui/form-rows.tsx';
import { DraftTextArea } from './DraftFields.tsx';
import { FieldContradictions } from './FieldContradictions.tsx';
import { PresetBar } from './PresetBar.tsx';
import { countAnsweredAndRequired } from './rx-progress.ts';
import { usePresetsOfCase } from './usePresetsOfCase.ts';
import styles from './wizard.module.css';
import { useSectionForm, useWizard } from './wizard-context.ts';

export function AlignerForm() {
  const { t } = useTranslation(['wizard', 'rx']);
  const { edited, missing } = useWizard();
  const { current, changed } = usePresetsOfCase();
  const open = new Set(missing.filter(m => m.section === 'prescription').map(m => m.field));
  const required = requiredRxFields(edited);
  return (
    <>
      <PresetBar />
      <FormRows label={t('rx:section.prescription')}>
        {rxGroups.map(group => {
          const { done, of } = countAnsweredAndRequired(group.id, required, open);
          return (
            <div key={group.id} className={styles.group}>
              <FormRowsHead count={of > 0 ? t('wizard:ofCount', { done, of }) : undefined}>
                {t(`wizard:group.${group.id}`)}
              </FormRowsHead>
              {group.rows.map(field => (
                <Row
                  key={field}
                  field={field}
                  from={changed.includes(field) ? current : undefined}
                  open={open}
                />
              ))}
            </div>
          );
        })}
      </FormRows>
    </>
  );
}

function Note({ field }: { field: RxField }) {
  const { t } = useTranslation('rx');
  return (
    <DraftTextArea
      section="prescription"
      path={field}
      id={field}
      className={styles.fill}
      label={t(`field.prescription.${field}`)}
      hideLabel
      maxLength={rxTextMax(field)}
    />
  );
}

/** The label of a question, with help for terms that the glossary explains. */
function FieldLabel({ field }: { field: RxField }) {
  const { t } = useTranslation('rx');
  const label = t(`field.prescription.${field}`);
  const { term } = rxQuestions[field];
  return (
    <>
      {label}
      {term && <TermHelp id={term} said={label} />}
    </>
  );
}

type RowProps = {
  field: RxField;
  /** The preset whose answer differs from this one. */
  from: PresetForDraft | undefined;
  open: ReadonlySet<string>;
};

function Row({ field, from, open }: RowProps) {
  const { t } = useTranslation(['wizard', 'rx']);
  const form = useSectionForm('prescription');
  const lacks = [field, inlineQuestionOf(field)].some(one => one !== undefined && open.has(one));
  return (
    <FormRow
      id={fieldElementId(field)}
      label={<FieldLabel field={field} />}
      note={rxQuestions[field].hint ? t(`wizard:rxNote.${field}`) : undefined}
      changed={from && t('wizard:preset.changed')}
      missing={lacks && t('wizard:missingWord')}
      end={
        from && (
          <Button
            size="small"
            variant="quiet"
            icon={<Undo2 />}
            onPress={() => form.set(resetFieldPatch(from, field))}
          >
            {t('wizard:preset.reset')}
          </Button>
        )
      }
    >
      {rxQuestions[field].control === 'text' ? (
        <Note field={field} />
      ) : (
        <PrescriptionQuestion field={field} form={form} />
      )}
      <FieldContradictions field={field} />
    </FormRow>
  );
}
