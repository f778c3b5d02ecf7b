/** The clear-aligner sheet: a preset to start from, and the questions in their groups. */
import { Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/options.ts';
import { inlineIn, type RxField, requiredRx, rxGroups, rxQuestions } from '#events/case/questions.ts';
import { type PresetStart, resetField } from '#events/preset/apply.ts';
import { TermHelp } from '#web/features/term/TermHelp.tsx';
import { Button } from '#web/ui/button.tsx';
import { Sheet, SheetHead, SheetRow } from '#web/ui/form-row.tsx';
import { ClashesAt } from './ClashesAt.tsx';
import { useSection, useWizard } from './context.ts';
import { PresetBar } from './PresetBar.tsx';
import { RxAnswer } from './RxAnswer.tsx';
import { answered } from './rx-rows.ts';
import { fieldId } from './steps.ts';
import { TypedArea } from './Typed.tsx';
import { usePresetsOfCase } from './usePresetsOfCase.ts';
import styles from './wizard.module.css';

export function AlignerSheet() {
  const { t } = useTranslation(['wizard', 'rx']);
  const { edited, missing } = useWizard();
  const { current, changed } = usePresetsOfCase();
  const open = new Set(missing.filter(m => m.section === 'prescription').map(m => m.field));
  const required = requiredRx(edited);
  return (
    <>
      <PresetBar />
      <Sheet label={t('rx:section.prescription')}>
        {rxGroups.map(group => {
          const { done, of } = answered(group.id, required, open);
          return (
            <div key={group.id} className={styles.group}>
              <SheetHead count={of > 0 ? t('wizard:ofCount', { done, of }) : undefined}>
                {t(`wizard:group.${group.id}`)}
              </SheetHead>
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
      </Sheet>
    </>
  );
}

function Note({ field }: { field: RxField }) {
  const { t } = useTranslation('rx');
  return (
    <TypedArea
      section="prescription"
      path={field}
      id={field}
      className={styles.fill}
      label={t(`field.prescription.${field}`)}
      hideLabel
      maxLength={limits.noteMax}
    />
  );
}

/** Questions with a note below their label. */
const noted: readonly RxField[] = [
  ...(['crowdingRelief', 'attachmentTypes', 'extraction', 'step', 'angle', 'gaps'] as const),
  ...([
    'midline',
    'overjet',
    'overbite',
    'molarRight',
    'molarLeft',
    'molarAdjustment',
    'posteriorLock',
  ] as const),
];

/** The question, with help on its term where the glossary explains it. */
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
  /** The preset that the answer differs from. */
  from: PresetStart | undefined;
  open: ReadonlySet<string>;
};

function Row({ field, from, open }: RowProps) {
  const { t } = useTranslation(['wizard', 'rx']);
  const form = useSection('prescription');
  const lacks = [field, inlineIn(field)].some(one => one !== undefined && open.has(one));
  return (
    <SheetRow
      id={fieldId(field)}
      label={<FieldLabel field={field} />}
      note={noted.includes(field) ? t(`wizard:rxNote.${field}`) : undefined}
      changed={from && t('wizard:preset.changed')}
      missing={lacks && t('wizard:missingWord')}
      end={
        from && (
          <Button
            size="small"
            variant="quiet"
            icon={<Undo2 />}
            onPress={() => form.set(resetField(from, field))}
          >
            {t('wizard:preset.reset')}
          </Button>
        )
      }
    >
      {rxQuestions[field].control === 'text' ? (
        <Note field={field} />
      ) : (
        <RxAnswer field={field} form={form} />
      )}
      <ClashesAt field={field} />
    </SheetRow>
  );
}
