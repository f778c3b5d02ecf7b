/** The text of a question, its parameters, its moment, and the buttons to run, stop and link it. */
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './ask.module.css';
import type { AskSearch } from './ask-search.ts';
import { ParamFields } from './ParamFields.tsx';

/** Height of the empty text field, in lines. */
const LINES = 8;

type Props = {
  asked: AskSearch;
  area: RefObject<HTMLTextAreaElement | null>;
  isRunning: boolean;
  onChange: (change: Partial<AskSearch>) => void;
  onRun: () => void;
  onStop: () => void;
  /** Puts the question into the address. */
  onLink: () => void;
};

export function QuestionForm({ asked, area, isRunning, onChange, onRun, onStop, onLink }: Props) {
  const { t } = useTranslation('analysis');
  const isEmpty = asked.q.trim() === '';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape stops from every field
    <div
      className={styles.form}
      onKeyDown={event => {
        if (event.key === 'Escape' && isRunning) onStop();
      }}
    >
      <TextArea
        label={t('ask.sql')}
        className={styles.sql}
        rows={LINES}
        ref={area}
        value={asked.q}
        placeholder="SELECT status, count(*) FROM stays WHERE left_at IS NULL GROUP BY status"
        onChange={q => onChange({ q })}
        submitOnCtrlEnter={() => !isEmpty && onRun()}
      />
      <ParamFields
        params={asked.params}
        onChange={(name, param) => onChange({ params: { ...asked.params, [name]: param } })}
      />
      <div className={styles.actions}>
        <TextField
          label={t('report.asOf')}
          size="compact"
          value={asked.asOf ?? ''}
          placeholder={t('ask.asOfHow')}
          className={styles.asOf}
          onChange={asOf => onChange({ asOf: asOf || undefined })}
          onKeyDown={event => {
            if (event.key === 'Enter' && !isEmpty && !isRunning) onRun();
          }}
        />
        {isRunning ? (
          <Button onPress={onStop} shortcut="Esc">
            {t('ask.stop')}
          </Button>
        ) : (
          <Button
            variant="primary"
            onPress={onRun}
            shortcut="Ctrl Enter"
            disabledReason={isEmpty ? t('ask.nothingToRun') : undefined}
          >
            {t('ask.run')}
          </Button>
        )}
        <Button variant="quiet" onPress={onLink} disabled={isEmpty}>
          {t('ask.link')}
        </Button>
      </div>
    </div>
  );
}
