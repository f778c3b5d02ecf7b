/** Asks for the title of a question and its moment, and saves it. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { questionLimits } from '#events/question/limits.ts';
import type { QuestionDetail } from '#services/api/answers.ts';
import type { CommandResult } from '#web/lib/act.ts';
import { Form } from '#web/ui/form.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { SubmitDialog } from '#web/ui/submit-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { errorText } from '../error-text.ts';
import styles from './ask.module.css';
import { type AnswerMoment, momentText } from './moment-text.ts';

type Props = {
  /** Title of the dialog. */
  heading: string;
  title: string;
  /** Moments to choose from: of the form, or of the answer. Undefined: the question keeps its own. */
  moment: { chosen: string | undefined; answered: AnswerMoment | undefined } | undefined;
  send: (title: string, asOf: string | undefined) => Promise<CommandResult<QuestionDetail>>;
  onSaved: (saved: QuestionDetail) => void;
  onClose: () => void;
};

export function SaveQuestionDialog({ heading, title, moment, send, onSaved, onClose }: Props) {
  const { t } = useTranslation(['analysis', 'error']);
  const [typed, setTyped] = useState(title);
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<string>();
  const [isFixed, setFixed] = useState(moment?.chosen !== undefined);
  const fixed = moment?.chosen ?? moment?.answered?.position;
  const submit = async () => {
    if (pending) return;
    if (typed.trim() === '') return setRefused(t('error:issue.required'));
    setPending(true);
    const done = await send(typed.trim(), isFixed ? fixed : undefined);
    setPending(false);
    if (done.ok) {
      onSaved(done.answer.data);
      return onClose();
    }
    setRefused(errorText(done.error));
  };
  return (
    <SubmitDialog
      size="small"
      title={heading}
      onClose={onClose}
      cancel={t('analysis:ask.cancel')}
      confirm={t('analysis:ask.save')}
      submit={submit}
      pending={pending}
    >
      <Form className={styles.form} onSubmit={submit}>
        <TextField
          label={t('analysis:ask.title')}
          hint={t('analysis:ask.titleHint', { max: questionLimits.titleMax })}
          required
          autoFocus
          autoComplete="off"
          maxLength={questionLimits.titleMax}
          value={typed}
          onChange={text => {
            setTyped(text);
            setRefused(undefined);
          }}
          error={refused}
        />
        {fixed !== undefined && (
          <RadioGroup
            label={t('analysis:ask.moment')}
            value={isFixed ? 'fixed' : 'now'}
            onChange={value => setFixed(value === 'fixed')}
            options={[
              { value: 'now', label: t('analysis:ask.momentNow'), note: t('analysis:ask.momentNowHow') },
              {
                value: 'fixed',
                label: t('analysis:ask.momentFixed', { moment: momentText(fixed, moment?.answered) }),
                note: t('analysis:ask.momentFixedHow'),
              },
            ]}
          />
        )}
      </Form>
    </SubmitDialog>
  );
}
