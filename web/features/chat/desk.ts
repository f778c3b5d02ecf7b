/** What the service desk does with a conversation, each said in a toast with the way back where there is one. */
import { queryOptions } from '@tanstack/react-query';
import type { PersonRef } from '#projections/caseList/item.ts';
import { command } from '#web/lib/act.ts';
import { apiOf } from '#web/lib/api.ts';
import { thisPage } from '#web/lib/browser.ts';
import { toast } from '#web/ui/toast.tsx';

/** Who stands at the desk. */
export const deskPeople = () =>
  queryOptions({
    queryKey: ['chatDesk'],
    queryFn: async ({ client }) => (await apiOf(client).read('/api/chats/desk')).items,
    staleTime: 60_000,
  });

const readAgain = () =>
  Promise.all(
    [['conversations'], ['conversation'], ['talkCounts']].map(queryKey =>
      thisPage().client.invalidateQueries({ queryKey }),
    ),
  );

async function take(
  id: string,
  what: 'claim' | 'handOver' | 'release' | 'close',
  body?: object,
): Promise<boolean> {
  const done = await command('POST', `/chats/${encodeURIComponent(id)}/${what}`, body);
  await readAgain();
  return done.ok;
}

const say = (word: string, undo?: () => void, values: object = {}) => {
  const { words } = thisPage();
  toast({
    text: words.t(`chat:desk.${word}`, { ...values }),
    tone: 'ok',
    ...(undo && { action: { label: words.t('chat:desk.undo'), onPress: undo } }),
  });
};

export async function claim(id: string): Promise<void> {
  if (await take(id, 'claim')) say('claimed');
}

/** Gives a conversation back to the queue; undo claims it again. */
export async function release(id: string): Promise<void> {
  if (await take(id, 'release')) say('released', () => void take(id, 'claim'));
}

/** Closes a conversation; undo claims it again. */
export async function close(id: string): Promise<void> {
  if (await take(id, 'close')) say('closed', () => void take(id, 'claim'));
}

/** @param back whoever may take it back again: a supervisor, to whom it is handed over in turn */
export async function handOver(id: string, to: PersonRef, back: string | null): Promise<boolean> {
  const done = await take(id, 'handOver', { to: to.id });
  if (done)
    say('handedOver', back === null ? undefined : () => void take(id, 'handOver', { to: back }), {
      name: to.name,
    });
  return done;
}
