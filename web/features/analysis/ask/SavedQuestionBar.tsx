/** Buttons for a saved question: save, save as, rename, share and remove. */
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuestionDetail } from '#services/api/answers.ts';
import type { CommandResult } from '#web/lib/act.ts';
import { Button } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/chip.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toast.tsx';
import { errorText } from '../error-text.ts';
import styles from './ask.module.css';
import { type AnswerMoment, momentText } from './moment-text.ts';
import { type QuestionBody, questionBodyOf, questionCommands } from './question-commands.ts';
import { SaveQuestionDialog } from './SaveQuestionDialog.tsx';

type Content = Omit<QuestionBody, 'title' | 'shared'>;
type Props = {
  /** The saved question that the form began from. */
  saved: QuestionDetail | undefined;
  /** The current content of the form. */
  content: Content;
  answered: AnswerMoment | undefined;
  isEmpty: boolean;
  isChanged: boolean;
  onSaved: (saved: QuestionDetail) => void;
  onRemoved: () => void;
};

type TitleDialog = 'saveAs' | 'rename';

export function SavedQuestionBar(props: Props) {
  const { saved, content, answered, isEmpty, isChanged, onSaved, onRemoved } = props;
  const { t } = useTranslation('analysis');
  const [dialog, setDialog] = useState<TitleDialog>();
  const own = saved?.mine ? saved : undefined;
  const showOutcome = (done: CommandResult<QuestionDetail>) => {
    if (done.ok) onSaved(done.answer.data);
    else if (done.error.issues[0]) toast({ text: errorText(done.error), tone: 'danger' });
  };
  const save = async () => {
    if (own)
      showOutcome(await questionCommands.change(own.id, { ...content, title: own.title }, own.revision));
    else setDialog('saveAs');
  };
  return (
    <div className={styles.saved}>
      {!saved && <p className={`t-2 ${styles.lead}`}>{t('ask.lead')}</p>}
      {saved && <strong className={styles.savedTitle}>{saved.title}</strong>}
      {saved && !saved.mine && (
        <span className="t-small t-2">{t('ask.sharedBy', { name: saved.owner.name })}</span>
      )}
      {saved?.asOf && <Badge>{t('ask.fixedAt', { moment: momentText(saved.asOf, answered) })}</Badge>}
      {own?.shared && <Badge>{t('ask.isShared')}</Badge>}
      {saved && isChanged && (
        <span role="status">
          <Badge tone="warn">{t('ask.unsaved')}</Badge>
        </span>
      )}
      <span className={styles.savedActs}>
        {own && isChanged && (
          <Button size="small" onPress={() => void save()} disabled={isEmpty}>
            {t('ask.save')}
          </Button>
        )}
        <Button size="small" variant="quiet" onPress={() => setDialog('saveAs')} disabled={isEmpty}>
          {t(saved ? 'ask.saveAs' : 'ask.save')}
        </Button>
        {own && (
          <OwnMenu
            own={own}
            onDone={showOutcome}
            onRename={() => setDialog('rename')}
            onRemoved={onRemoved}
          />
        )}
      </span>
      {dialog && (
        <SaveQuestionDialog
          heading={t(dialog === 'rename' ? 'ask.rename' : saved ? 'ask.saveAs' : 'ask.save')}
          title={saved?.title ?? ''}
          moment={dialog === 'rename' ? undefined : { chosen: content.asOf, answered }}
          send={(title, asOf) =>
            dialog === 'rename' && own
              ? questionCommands.change(own.id, { ...questionBodyOf(own), title }, own.revision)
              : questionCommands.add({ ...content, title, asOf })
          }
          onSaved={onSaved}
          onClose={() => setDialog(undefined)}
        />
      )}
    </div>
  );
}

type OwnProps = {
  own: QuestionDetail;
  onDone: (done: CommandResult<QuestionDetail>) => void;
  onRename: () => void;
  onRemoved: () => void;
};

/** Removal is immediate, with undo for ten seconds. */
function OwnMenu({ own, onDone, onRename, onRemoved }: OwnProps) {
  const { t } = useTranslation('analysis');
  const share = async () =>
    onDone(
      await questionCommands.change(own.id, { ...questionBodyOf(own), shared: !own.shared }, own.revision),
    );
  const restore = async () =>
    onDone(await questionCommands.change(own.id, { ...questionBodyOf(own), shared: own.shared }));
  const remove = async () => {
    const done = await questionCommands.remove(own.id);
    if (!done.ok) return;
    onRemoved();
    toast({
      text: t('ask.removed', { title: own.title }),
      action: { label: t('ask.undo'), onPress: () => void restore() },
      seconds: 10,
    });
  };
  return (
    <Menu
      label={t('ask.savedActs', { title: own.title })}
      trigger={{ icon: <Ellipsis />, size: 'small' }}
      items={[
        { id: 'rename', label: t('ask.rename'), onPress: onRename },
        {
          id: 'share',
          label: t(own.shared ? 'ask.unshare' : 'ask.share'),
          description: own.shared ? undefined : t('ask.shareHow'),
          onPress: () => void share(),
        },
        { id: 'remove', label: t('ask.remove'), danger: true, onPress: () => void remove() },
      ]}
    />
  );
}
