/** Editor of a canned answer in both languages, with a preview. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type CannedAnswer,
  cannedAnswerInputSchema,
  cannedAnswerPlaceholders,
  cannedLimits,
} from '#events/desk/canned.ts';
import type { Issue } from '#events/errors.ts';
import { findIssues } from '#events/parse.ts';
import type { TermLang } from '#events/term/term.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { SubmitDialog } from '#web/ui/submit-dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { CannedAnswerExample } from './CannedAnswerText.tsx';
import styles from './desk.module.css';
import { saveCannedAnswer } from './desk-commands.ts';

type Typed = Pick<CannedAnswer, 'title' | 'text'>;
const nothing: Typed = { title: { en: '', 'zh-CN': '' }, text: { en: '', 'zh-CN': '' } };

type ColumnProps = {
  lang: TermLang;
  typed: Typed;
  issue: (path: string) => string | undefined;
  onChange: (typed: Typed) => void;
};

/** One language: title, text, placeholders and preview. */
function Column({ lang, typed, issue, onChange }: ColumnProps) {
  const { t } = useTranslation('desk');
  const box = useRef<HTMLTextAreaElement>(null);
  const set = (field: 'title' | 'text', text: string) =>
    onChange({ ...typed, [field]: { ...typed[field], [lang]: text } });
  const suffix = lang === 'en' ? 'En' : 'Zh';
  const insert = (name: string) => {
    const { selectionStart = 0, selectionEnd = 0, value = '' } = box.current ?? {};
    set('text', `${value.slice(0, selectionStart)}{{${name}}}${value.slice(selectionEnd)}`);
    box.current?.focus();
  };
  return (
    <div className={styles.column} lang={lang}>
      <TextField
        label={t(`canned.title${suffix}`)}
        value={typed.title[lang]}
        maxLength={cannedLimits.title}
        autoComplete="off"
        onChange={text => set('title', text)}
        error={issue(`title.${lang}`)}
      />
      <TextArea
        ref={box}
        label={t(`canned.text${suffix}`)}
        rows={6}
        value={typed.text[lang]}
        maxLength={cannedLimits.text}
        onChange={text => set('text', text)}
        error={issue(`text.${lang}`)}
      />
      <div className={styles.insert}>
        <span className="t-small t-3">{t('canned.insert')}</span>
        {cannedAnswerPlaceholders.map(name => (
          <Button key={name} size="small" onPress={() => insert(name)}>
            {t(`canned.placeholder.${name}`)}
          </Button>
        ))}
      </div>
      <section aria-label={t('canned.preview')}>
        <span className="t-small t-3">{t('canned.preview')}</span>
        <div className={styles.preview}>
          <CannedAnswerExample text={typed.text[lang]} />
        </div>
      </section>
    </div>
  );
}

export function CannedAnswerEditor({
  answer,
  onClose,
}: {
  answer: CannedAnswer | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation(['desk', 'error']);
  const [typed, setTyped] = useState<Typed>(answer ?? nothing);
  const [told, setTold] = useState(false);
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<readonly Issue[]>([]);
  const body = { title: typed.title, text: typed.text };
  const wrong = findIssues(cannedAnswerInputSchema, body);
  const words = (issue: Issue | undefined) => issue && t(`error:issue.${issue.issue}`, { ...issue.values });
  const issue = (path: string) => words([...(told ? wrong : []), ...refused].find(one => one.path === path));
  const submit = async () => {
    setTold(true);
    if (wrong.length > 0 || pending) return;
    setPending(true);
    const done = await saveCannedAnswer(answer?.id, body);
    setPending(false);
    if (done.ok) onClose();
    else setRefused(done.error.issues);
  };
  return (
    <SubmitDialog
      size="large"
      title={t(answer ? 'desk:canned.editTitle' : 'desk:canned.add')}
      cancel={t('desk:canned.cancel')}
      confirm={t('desk:canned.save')}
      pending={pending}
      shortcut="Ctrl ↵"
      submit={submit}
      onClose={onClose}
    >
      <div className={styles.editor}>
        {words(refused.find(({ path }) => path === '')) && (
          <Banner tone="danger">{words(refused.find(({ path }) => path === ''))}</Banner>
        )}
        <div className={styles.both}>
          {(['zh-CN', 'en'] as const).map(lang => (
            <Column key={lang} lang={lang} typed={typed} issue={issue} onChange={setTyped} />
          ))}
        </div>
      </div>
    </SubmitDialog>
  );
}
