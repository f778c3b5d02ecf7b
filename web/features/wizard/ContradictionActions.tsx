/** Actions for a contradiction: one button per resolution. A warning can also be overridden with a reason. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toOneLine } from '#events/case/fields.ts';
import { limits } from '#events/case/limits.ts';
import { type Contradiction, withOverrulingReason } from '#events/contradiction/contradictions.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { resolutionText } from './contradiction-text.ts';
import { focusField } from './focus.ts';
import { missingFieldHref, slotForPlace, stepForPlace } from './steps.ts';
import styles from './wizard.module.css';
import { applyResolution, clearedFieldByResolution, useSectionForm, useWizard } from './wizard-context.ts';

type Props = { clash: Contradiction };

/**
 * The pressed button disappears with the contradiction: moves the focus to the field, or to the page if it
 * lacks the field.
 */
function settle({ at }: Contradiction): void {
  requestAnimationFrame(() => {
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (lost && !focusField(at.field)) document.querySelector('main')?.focus();
  });
}

function OverruleForm({ clash, onDone }: Props & { onDone: () => void }) {
  const { t } = useTranslation('wizard');
  const { value, set } = useSectionForm('data');
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState(false);
  const reason = toOneLine(typed);
  const overrule = () => {
    setAsked(true);
    if (!reason) return;
    set({ overruled: withOverrulingReason(value.overruled, clash, reason) });
    settle(clash);
  };
  return (
    <div className={styles.overrule}>
      <TextField
        label={t('overruleWhy')}
        hint={t('overruleHint')}
        required
        autoFocus
        autoComplete="off"
        maxLength={limits.textMax}
        value={typed}
        onChange={setTyped}
        onKeyDown={event => {
          if (event.key === 'Enter') overrule();
          if (event.key === 'Escape') onDone();
        }}
        error={asked && !reason ? t('overruleNeeds') : undefined}
      />
      <Button size="small" variant="primary" onPress={overrule}>
        {t('overruleYes')}
      </Button>
      <Button size="small" variant="quiet" onPress={onDone}>
        {t('cancel')}
      </Button>
    </div>
  );
}

export function ContradictionActions({ clash }: Props) {
  const { t } = useTranslation(['wizard', 'rx']);
  const { view, draft, state, step, go } = useWizard();
  const [overruling, setOverruling] = useState(false);
  if (view.may.edit !== 'yes') return null;
  const close = () => {
    setOverruling(false);
    settle(clash);
  };
  if (overruling) return <OverruleForm clash={clash} onDone={close} />;
  const hidden = (section: keyof typeof state.sections) =>
    state.sections[section].locked ? t('wizard:eyeHidden') : undefined;
  return (
    <div className={styles.ways}>
      {clash.ways.map(way => (
        <Button
          key={resolutionText(t, way)}
          size="small"
          disabledReason={way.patch.patient && hidden('patient')}
          onPress={() => {
            applyResolution(draft, way);
            const again = clearedFieldByResolution[way.way];
            if (!again) settle(clash);
            else if (stepForPlace(again) !== step || !focusField(slotForPlace(again)))
              go(missingFieldHref(again, view.caseId));
          }}
        >
          {resolutionText(t, way)}
        </Button>
      ))}
      {clash.level === 'warning' && (
        <Button
          size="small"
          variant="quiet"
          disabledReason={hidden('data')}
          onPress={() => setOverruling(true)}
        >
          {t('wizard:overrule')}
        </Button>
      )}
    </div>
  );
}

/** The reason of an override, and a button that withdraws it. */
export function OverrideNote({ clash }: Props) {
  const { t } = useTranslation('wizard');
  const { view, state } = useWizard();
  const { value, set } = useSectionForm('data');
  return (
    <div className={styles.ways}>
      <span>{t('overruled', { reason: clash.overruled })}</span>
      {view.may.edit === 'yes' && (
        <Button
          size="small"
          variant="quiet"
          disabledReason={state.sections.data.locked ? t('eyeHidden') : undefined}
          onPress={() => {
            set({ overruled: withOverrulingReason(value.overruled, clash, null) });
            settle(clash);
          }}
        >
          {t('overruleBack')}
        </Button>
      )}
    </div>
  );
}
