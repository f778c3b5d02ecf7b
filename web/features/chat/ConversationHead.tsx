/** The head of a conversation: partner, case, people present, and the desk's actions. */
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { askingPositions, conversationKinds } from '#events/chat/kinds.ts';
import type { Conversation } from '#projections/chat/item.ts';
import { ExpectedAnswerTime } from '#web/features/desk/ExpectedAnswerTime.tsx';
import { Avatar, AvatarGroup } from '#web/ui/avatar.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Link } from '#web/ui/link.tsx';
import type { ConversationHandle } from './chat-types.ts';
import { type ChatUser, conversationTitle, positionTone } from './conversation-titles.ts';
import { DeskActions } from './DeskActions.tsx';
import styles from './talk.module.css';

type Props = {
  of: Conversation;
  me: ChatUser;
  here: ConversationHandle['here'];
  /** Back to the list; on phones and in the dock. */
  back: { href: string; onPress?: (() => void) | undefined };
  /** Buttons at the end, for the dock. */
  end?: ReactNode;
};

/** The people online; if there are none, doctors see when to expect an answer. */
function Availability({ of, here, me }: Pick<Props, 'of' | 'here' | 'me'>) {
  const { t } = useTranslation('chat');
  const others = here.filter(person => person.id !== me.id);
  if (of.closed) return t('closed');
  if (others.length > 0) return t('hereNow', { names: others.map(p => p.name).join(t('comma')) });
  const { desk } = conversationKinds[of.kind];
  return desk && askingPositions.includes(me.position) ? <ExpectedAnswerTime /> : t('nobodyHere');
}

export function ConversationHead({ of, me, here, back, end }: Props) {
  const { t } = useTranslation('chat');
  const { name, position, tone, caseId, patient, drawn } = conversationTitle(of, me, t);
  const others = here.filter(person => person.id !== me.id && person.id !== of.owner.id);
  // Doctors and assistants write to the service desk about a patient; the patient does not read it.
  const asks = caseId !== null && conversationKinds[of.kind].desk && askingPositions.includes(me.position);
  const online = here.some(person => person.id === of.owner.id);
  return (
    <header className={styles.head}>
      <span className={styles.back} data-shown={back.onPress ? '' : undefined}>
        <IconButton
          label={t('toList')}
          icon={<ArrowLeft aria-hidden="true" />}
          {...(back.onPress ? { onPress: back.onPress } : { href: back.href })}
        />
      </span>
      <Avatar
        size="large"
        name={drawn}
        tone={tone}
        online={position === 'Service' ? others.length > 0 : of.owner.id !== me.id && online}
        decorative
      />
      <div className={styles.with}>
        <h2 className={styles.title}>
          <span className="clip">{asks ? `${t('service')} · ${name}` : name}</span>
          {caseId && (
            <Link className="link num" href={`/caseDetail?id=${caseId}`}>
              {caseId}
            </Link>
          )}
          {patient && <span className="clip only-wide">{patient}</span>}
        </h2>
        <p className={`t-small t-2 clip ${styles.standing}`}>
          {of.holder && `${t('holder', { name: of.holder.name })}${t('semicolon')}`}
          <Availability of={of} here={here} me={me} />
        </p>
      </div>
      <span className={styles.ends}>
        {others.length > 0 && (
          <span className="only-wide">
            <AvatarGroup
              label={t('hereNow', { names: others.map(p => p.name).join(t('comma')) })}
              people={others.map(p => ({ ...p, tone: positionTone(p.position), online: true }))}
            />
          </span>
        )}
        <DeskActions of={of} me={me} />
        {end}
      </span>
    </header>
  );
}
