/** Asking for a change: what, where, which way and how much; what will be sent is read back in a sentence. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/options.ts';
import { chosenTooth } from '#web/features/viewer/state.ts';
import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { ReviewProps } from './props.ts';
import { changeOf, type Draft, emptyDraft, soundChange, unitOfDirection, ways } from './request-draft.ts';
import styles from './review.module.css';
import { formKeys, useSending } from './sending.ts';
import { changeText } from './words.ts';

type Fields = {
  draft: Draft;
  set: <K extends keyof Draft>(field: K, value: Draft[K]) => void;
  error: (path: string) => string | undefined;
};

function Movement({ draft, set, error }: Fields) {
  const { t } = useTranslation('review');
  const unit = unitOfDirection(draft.direction);
  return (
    <>
      <Select
        label={t('form.direction')}
        size="compact"
        value={draft.direction}
        error={error('change.axis')}
        options={ways.map(value => ({ value, label: t(`direction.${value}`) }))}
        onChange={value => set('direction', value)}
      />
      <div className={styles.pair}>
        <TextField
          label={t('form.amount')}
          hint={t('form.amountHint')}
          size="compact"
          numeric
          required
          inputMode="decimal"
          suffix={unit === 'mm' ? 'mm' : '°'}
          value={draft.amount}
          error={error('change.amount')}
          onChange={value => set('amount', value)}
        />
        <TextField
          label={t('form.stage')}
          hint={t('form.stageHint')}
          size="compact"
          numeric
          inputMode="numeric"
          value={draft.stage}
          error={error('change.stage')}
          onChange={value => set('stage', value)}
        />
      </div>
      <Segmented
        label={t('form.kind')}
        size="small"
        value={draft.kind}
        options={[
          { value: 'total', label: t('form.total') },
          { value: 'by', label: t('form.by') },
        ]}
        onChange={value => set('kind', value)}
      />
    </>
  );
}

function Ipr({ draft, set, error }: Fields) {
  const { t } = useTranslation('review');
  return (
    <div className={styles.pair}>
      <TextField
        label={t('form.contact')}
        hint={t('form.contactHint')}
        size="compact"
        numeric
        required
        value={draft.contact}
        error={error('change.contact')}
        onChange={value => set('contact', value)}
      />
      <TextField
        label={t('form.mm')}
        hint={t('form.mmHint')}
        size="compact"
        numeric
        required
        inputMode="decimal"
        suffix="mm"
        value={draft.mm}
        error={error('change.mm')}
        onChange={value => set('mm', value)}
      />
    </div>
  );
}

function Attached({ draft, set }: Fields) {
  const { t } = useTranslation('review');
  return (
    <Segmented
      label={t('form.attachment')}
      hideLabel
      size="small"
      value={draft.on}
      options={[
        { value: 'on', label: t('form.on') },
        { value: 'off', label: t('form.off') },
      ]}
      onChange={value => set('on', value)}
    />
  );
}

const parts = { movement: Movement, ipr: Ipr, attachment: Attached };

/** The change in words, once it is one. */
function Sentence({ draft }: { draft: Draft }) {
  const { t } = useTranslation('review');
  const change = soundChange(draft);
  if (!change) return null;
  return <p className={styles.sentence}>{t('form.reads', { sentence: changeText(t, change) })}</p>;
}

type Props = Pick<ReviewProps, 'view' | 'version'> & { onClose: () => void };

export function RequestForm({ view, version, onClose }: Props) {
  const { t } = useTranslation(['review', 'error']);
  const { pending, error, send, clear } = useSending(view.caseId);
  const chosen = useStore(chosenTooth, null);
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  // Until a tooth is typed it is the one that is chosen in the picture.
  const whole = draft.tooth === '' && chosen !== null ? { ...draft, tooth: String(chosen) } : draft;
  const set: Fields['set'] = (field, value) => {
    setDraft({ ...whole, [field]: value });
    clear();
  };
  const submit = async () => {
    if (pending) return;
    const note = whole.note.trim();
    const input = { version, change: changeOf(whole), ...(note ? { note } : {}) };
    if (await send('requestChange', input)) onClose();
  };
  const Part = parts[whole.what];
  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={formKeys(() => void submit(), onClose)}
    >
      <Segmented
        label={t('form.what')}
        hideLabel
        size="small"
        value={whole.what}
        options={(['movement', 'ipr', 'attachment'] as const).map(value => ({
          value,
          label: t(`form.${value}`),
        }))}
        onChange={value => set('what', value)}
      />
      {whole.what !== 'ipr' && (
        <TextField
          label={t('form.tooth')}
          hint={t('form.toothHint')}
          size="compact"
          numeric
          required
          autoFocus
          inputMode="numeric"
          value={whole.tooth}
          error={error('change.tooth')}
          onChange={value => set('tooth', value)}
        />
      )}
      <Part draft={whole} set={set} error={error} />
      <TextArea
        label={t('form.note')}
        optional
        rows={2}
        maxLength={limits.noteMax}
        value={whole.note}
        error={error('note')}
        onChange={value => set('note', value)}
      />
      <Sentence draft={whole} />
      <div className={styles.buttons}>
        <span className="push" />
        <Button size="small" variant="quiet" onPress={onClose}>
          {t('form.cancel')}
        </Button>
        <Button size="small" variant="primary" type="submit" pending={pending}>
          {t('form.send')}
        </Button>
      </div>
    </form>
  );
}
