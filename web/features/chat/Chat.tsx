/** /chat: the conversations, the open one, and its case next to it. For desk staff, the service desk. */

import { useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isDeskPosition } from '#events/desk/rights.ts';
import { DutySwitch } from '#web/features/desk/DutySwitch.tsx';
import { ExpectedAnswerTime } from '#web/features/desk/ExpectedAnswerTime.tsx';
import { currentUserQuery } from '#web/lib/queries.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { CaseCard } from './CaseCard.tsx';
import { ConversationList } from './ConversationList.tsx';
import { ConversationPane } from './ConversationPane.tsx';
import styles from './chat.module.css';
import { type ChatSearchParams, chatHref } from './chat-search-params.ts';
import { type ChatUser, ownServiceConversationIds } from './conversation-titles.ts';
import { useConversation } from './useConversation.ts';

type OpenProps = { id: string; search: ChatSearchParams; who: ChatUser };

function Open({ id, search, who }: OpenProps) {
  const talk = useConversation(id);
  const { conversation } = talk;
  const caseId = conversation?.caseId;
  return (
    <>
      <ConversationPane
        id={id}
        me={who}
        talk={talk}
        at={search.m}
        prefill={search.text}
        back={{ href: chatHref({ ...(search.tab && { tab: search.tab }) }) }}
      />
      {conversation && caseId && <CaseCard of={{ ...conversation, caseId }} />}
    </>
  );
}

export function Chat({ search }: { search: ChatSearchParams }) {
  const { t } = useTranslation('chat');
  const { data: who } = useQuery(currentUserQuery());
  if (!who) return null;
  // A text in the address is a question to technical service, unless the address also names a conversation.
  const own = search.text && !isDeskPosition(who.position) ? ownServiceConversationIds(who) : [];
  const open = search.c ?? (own.length === 1 ? own[0] : undefined);
  return (
    <div className={styles.chat} data-open={open ? '' : undefined}>
      <div className={styles.side}>
        <div className={styles.head}>
          <h1 className="t-title">{t(isDeskPosition(who.position) ? 'desk.title' : 'title')}</h1>
          {isDeskPosition(who.position) && <DutySwitch />}
        </div>
        <ConversationList me={who} search={search} />
      </div>
      {open ? (
        <Open key={open} id={open} search={search} who={who} />
      ) : (
        <div className={styles.none}>
          <EmptyState icon={<MessagesSquare aria-hidden="true" />} title={t('choose')}>
            {!isDeskPosition(who.position) && <ExpectedAnswerTime />}
          </EmptyState>
        </div>
      )}
    </div>
  );
}
