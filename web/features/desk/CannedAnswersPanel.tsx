/** Canned answers in order, each with a preview in both languages. */
import { ArrowDown, ArrowUp, PenLine, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CannedAnswer } from '#events/desk/canned.ts';
import { otherLang } from '#events/term/term.ts';
import { useBoot } from '#web/lib/boot.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { toast } from '#web/ui/toast.tsx';
import { CannedAnswerEditor } from './CannedAnswerEditor.tsx';
import { CannedAnswerText } from './CannedAnswerText.tsx';
import styles from './desk.module.css';
import { removeCannedAnswer, saveCannedAnswer } from './desk-commands.ts';

const bodyOf = ({ title, text, order }: CannedAnswer) => ({ title, text, order });

type LineProps = {
  answer: CannedAnswer;
  before: CannedAnswer | undefined;
  after: CannedAnswer | undefined;
  onEdit: () => void;
};

/** Swaps the order of two answers. If both have the same number, one gets the next number. */
async function swap(upper: CannedAnswer, lower: CannedAnswer): Promise<void> {
  const apart = upper.order === lower.order ? upper.order + 1 : lower.order;
  const done = await saveCannedAnswer(upper.id, { ...bodyOf(upper), order: apart });
  if (done.ok) await saveCannedAnswer(lower.id, { ...bodyOf(lower), order: upper.order });
}

function Line({ answer, before, after, onEdit }: LineProps) {
  const { t } = useTranslation('desk');
  const { lang } = useBoot();
  const title = answer.title[lang];
  const remove = async () => {
    const done = await removeCannedAnswer(answer.id);
    if (!done.ok) return;
    toast({
      text: t('canned.removed', { title }),
      action: { label: t('canned.undo'), onPress: () => void saveCannedAnswer(undefined, bodyOf(answer)) },
      seconds: 10,
    });
  };
  return (
    <li className={styles.answer}>
      <div className={styles.answerHead}>
        <h3>
          {title}
          <span className="t-small t-3" lang={otherLang(lang)}>{` ${answer.title[otherLang(lang)]}`}</span>
        </h3>
        <IconButton
          label={t('canned.up', { title })}
          icon={<ArrowUp />}
          disabled={!before}
          onPress={() => before && void swap(before, answer)}
        />
        <IconButton
          label={t('canned.down', { title })}
          icon={<ArrowDown />}
          disabled={!after}
          onPress={() => after && void swap(answer, after)}
        />
        <Button
          size="small"
          variant="quiet"
          icon={<PenLine />}
          aria-label={`${t('canned.edit')}: ${title}`}
          onPress={onEdit}
        >
          {t('canned.edit')}
        </Button>
        <IconButton label={t('canned.remove', { title })} icon={<Trash2 />} onPress={() => void remove()} />
      </div>
      <div className={styles.both}>
        {([lang, otherLang(lang)] as const).map(each => (
          <p key={each} lang={each}>
            <CannedAnswerText text={answer.text[each]} />
          </p>
        ))}
      </div>
    </li>
  );
}

export function CannedAnswersPanel({ canned }: { canned: readonly CannedAnswer[] }) {
  const { t } = useTranslation('desk');
  const [edited, setEdited] = useState<CannedAnswer | 'new' | null>(null);
  return (
    <Panel
      title={t('canned.title')}
      count={canned.length}
      note={t('canned.note')}
      action={
        <Button size="small" icon={<Plus />} onPress={() => setEdited('new')}>
          {t('canned.add')}
        </Button>
      }
    >
      {canned.length === 0 && <EmptyState title={t('canned.empty')}>{t('canned.emptyHow')}</EmptyState>}
      <ul className={styles.list}>
        {canned.map((answer, at) => (
          <Line
            key={answer.id}
            answer={answer}
            before={canned[at - 1]}
            after={canned[at + 1]}
            onEdit={() => setEdited(answer)}
          />
        ))}
      </ul>
      {edited && (
        <CannedAnswerEditor answer={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />
      )}
    </Panel>
  );
}
