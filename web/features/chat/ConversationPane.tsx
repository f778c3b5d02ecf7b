/** One conversation, on its page or in the dock: head, messages and text field. */
import { useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askingPositions, conversationKinds } from '#events/chat/kinds.ts';
import type { ChatMessage, Conversation } from '#projections/chat/item.ts';
import { ExpectedAnswerTime } from '#web/features/desk/ExpectedAnswerTime.tsx';
import { mentionablePeopleQuery } from '#web/lib/chat-queries.ts';
import { useSocketStatus } from '#web/lib/live-state.ts';
import { caseViewQuery } from '#web/lib/queries.ts';
import { Banner } from '#web/ui/banner.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ConversationProvider } from './ConversationContext.tsx';
import { ConversationHead } from './ConversationHead.tsx';
import { ConversationKindSwitch } from './ConversationKindSwitch.tsx';
import type { ConversationHandle } from './chat-types.ts';
import { type ChatUser, composerLabel, conversationTitle } from './conversation-titles.ts';
import { conversationKindKey } from './kind-display.ts';
import { MessageComposer } from './MessageComposer.tsx';
import { MessageLog, type MessageLogHandle } from './MessageLog.tsx';
import { RemoveMessageDialog } from './RemoveMessageDialog.tsx';
import { TypingNotice } from './TypingNotice.tsx';
import styles from './talk.module.css';
import { useComposer } from './useComposer.ts';
import { useConversationContextValue } from './useConversationContextValue.ts';
import { useFileDrop } from './useFileDrop.ts';

type Props = {
  id: string;
  me: ChatUser;
  talk: ConversationHandle;
  /** Number of the message to show first. */
  at?: number;
  prefill?: string;
  back: { href: string; onPress?: (() => void) | undefined };
  end?: ReactNode;
  /** Opens another conversation of the case here instead of navigating to its address. */
  onOther?: (id: string) => void;
  /** Focuses the text field when the conversation opens. */
  autoFocus?: boolean;
};

function Missing({ talk, back }: Pick<Props, 'talk' | 'back'>) {
  const { t } = useTranslation('chat');
  if (talk.state === 'loading') return <Skeleton lines={6} label={t('loading')} />;
  return (
    <EmptyState
      title={t(talk.state === 'gone' ? 'gone' : 'broken')}
      action={<LinkButton href={back.href}>{t('toList')}</LinkButton>}
    />
  );
}

function Empty({ of, me }: { of: Conversation; me: ChatUser }) {
  const { t } = useTranslation('chat');
  const asks = askingPositions.includes(me.position);
  const words = of.kind === 'case' && !asks ? 'doctor' : conversationKindKey(of.kind, me.position);
  return (
    <div className={styles.empty}>
      <EmptyState title={t(`empty.${words}`)}>
        {t(`emptyHow.${words}`)} {conversationKinds[of.kind].desk && asks && <ExpectedAnswerTime />}
      </EmptyState>
    </div>
  );
}

function Offline() {
  const { t } = useTranslation('chat');
  if (useSocketStatus() !== 'lost') return null;
  return (
    <Banner tone="warn" edge>
      {t('offline')}
    </Banner>
  );
}

/**
 * People who can be mentioned: the participants; in a conversation without the case owner, every colleague.
 */
function useMentionable(of: Conversation | undefined, meId: string) {
  const isAmongStaff = of !== undefined && !conversationKinds[of.kind].ownSide;
  const { data } = useQuery({ ...mentionablePeopleQuery(of?.id ?? ''), enabled: isAmongStaff });
  const people = data ?? of?.people;
  return useMemo(() => (people ?? []).filter(person => person.id !== meId), [people, meId]);
}

/** Shown while files are dragged over the pane. */
function DropNotice() {
  const { t } = useTranslation('chat');
  return (
    <div className={styles.drop} aria-hidden="true">
      <Upload />
      {t('dropHere')}
    </div>
  );
}

export function ConversationPane({
  id,
  me,
  talk,
  at,
  prefill,
  back,
  end,
  onOther,
  autoFocus = false,
}: Props) {
  const { t } = useTranslation('chat');
  const { conversation } = talk;
  const log = useRef<MessageLogHandle>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [removing, setRemoving] = useState<ChatMessage | null>(null);
  const { data: view } = useQuery({
    ...caseViewQuery(conversation?.caseId ?? ''),
    enabled: Boolean(conversation?.caseId),
    retry: false,
  });
  const people = useMentionable(conversation, me.id);
  const composing = useComposer({ talk, meId: me.id, id, people, prefill });
  const { over, handlers } = useFileDrop(composing.add);
  const context = useConversationContextValue({
    me,
    view,
    talk,
    composing,
    log,
    field,
    onRemove: setRemoving,
  });
  const isThere = talk.state === 'ready' && conversation !== undefined;
  useEffect(() => {
    if (isThere && at) log.current?.goTo(at);
    else if (isThere && autoFocus) field.current?.focus();
  }, [isThere, at, autoFocus]);
  if (!isThere || !context)
    return (
      <section className={styles.pane}>
        <Missing talk={talk} back={back} />
      </section>
    );
  const onEditLast = () => {
    const own = talk.messages.findLast(one => one.by.id === me.id && !one.deleted && one.text !== '');
    if (own) composing.edit(own);
  };
  const { name, caseId } = conversationTitle(conversation, me, t);
  const isEmpty = talk.messages.length + talk.pending.length === 0;
  return (
    <ConversationProvider value={context}>
      <section
        className={styles.pane}
        aria-label={t(conversationKinds[conversation.kind].desk ? 'with' : 'thread', {
          name: [name, caseId].filter(Boolean).join(' '),
        })}
        {...handlers}
      >
        <ConversationHead of={conversation} me={me} here={talk.here} back={back} end={end} />
        {conversation.caseId && conversation.kinds.length > 1 && (
          <ConversationKindSwitch
            of={{ ...conversation, caseId: conversation.caseId }}
            me={me}
            onOpen={onOther}
          />
        )}
        {isEmpty ? <Empty of={conversation} me={me} /> : <MessageLog talk={talk} ref={log} />}
        <TypingNotice people={talk.typing} />
        <Offline />
        <MessageComposer
          composing={composing}
          label={composerLabel(conversation, me, t)}
          people={people}
          field={field}
          onEditLast={onEditLast}
          onSent={() => log.current?.toEnd()}
        />
        {over && <DropNotice />}
        {removing && (
          <RemoveMessageDialog
            onRemove={async () => {
              await talk.remove(removing.id);
              setRemoving(null);
            }}
            onClose={() => setRemoving(null)}
          />
        )}
      </section>
    </ConversationProvider>
  );
}
