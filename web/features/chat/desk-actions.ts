/** Desk actions on a conversation. Each confirms with a toast, with undo where possible. */
import { queryOptions } from '@tanstack/react-query';
import type { PersonRef } from '#projections/caseList/item.ts';
import { sendCommand } from '#web/lib/act.ts';
import { apiOf } from '#web/lib/api.ts';
import { currentPage } from '#web/lib/browser.ts';
import { toast } from '#web/ui/toast.tsx';

/** The desk's agents. */
export const deskAgentsQuery = () =>
  queryOptions({
    queryKey: ['chatDesk'],
    queryFn: async ({ client }) => (await apiOf(client).read('/api/chats/desk')).items,
    staleTime: 60_000,
  });

const invalidateConversations = () =>
  Promise.all(
    [['conversations'], ['conversation'], ['talkCounts']].map(queryKey =>
      currentPage().client.invalidateQueries({ queryKey }),
    ),
  );

async function sendDeskAction(
  id: string,
  what: 'claim' | 'handOver' | 'release' | 'close',
  body?: object,
): Promise<boolean> {
  const done = await sendCommand('POST', `/chats/${encodeURIComponent(id)}/${what}`, body);
  await invalidateConversations();
  return done.ok;
}

const showToast = (word: string, undo?: () => void, values: object = {}) => {
  const { words } = currentPage();
  toast({
    text: words.t(`chat:desk.${word}`, { ...values }),
    tone: 'ok',
    ...(undo && { action: { label: words.t('chat:desk.undo'), onPress: undo } }),
  });
};

export async function claimConversation(id: string): Promise<void> {
  if (await sendDeskAction(id, 'claim')) showToast('claimed');
}

/** Returns a conversation to the queue; undo claims it again. */
export async function releaseConversation(id: string): Promise<void> {
  if (await sendDeskAction(id, 'release')) showToast('released', () => void sendDeskAction(id, 'claim'));
}

/** Closes a conversation; undo claims it again. */
export async function closeConversation(id: string): Promise<void> {
  if (await sendDeskAction(id, 'close')) showToast('closed', () => void sendDeskAction(id, 'claim'));
}

/** @param back id of the agent to whom undo hands the conversation; null: no undo */
export async function handOverConversation(id: string, to: PersonRef, back: string | null): Promise<boolean> {
  const done = await sendDeskAction(id, 'handOver', { to: to.id });
  if (done)
    showToast(
      'handedOver',
      back === null ? undefined : () => void sendDeskAction(id, 'handOver', { to: back }),
      {
        name: to.name,
      },
    );
  return done;
}
