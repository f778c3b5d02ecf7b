/** Marks messages as read or unread; list and bell update at once. */
import { sendCommand } from '#web/lib/act.ts';
import { currentPage } from '#web/lib/browser.ts';
import { toast } from '#web/ui/toast.tsx';

async function readAgain(): Promise<void> {
  const { client } = currentPage();
  await Promise.all([['messages'], ['unread']].map(queryKey => client.invalidateQueries({ queryKey })));
}

export async function markMessages(ids: readonly string[], as: 'read' | 'unread'): Promise<void> {
  const done = await sendCommand('POST', `/messages/${as}`, { ids });
  if (done.ok) await readAgain();
}

/** Marks all messages as read; a toast offers undo. */
export async function markAllRead(): Promise<void> {
  const done = await sendCommand('POST', '/messages/read', { all: true });
  if (!done.ok) return;
  await readAgain();
  const { before } = done.answer.data;
  const { t } = currentPage().words;
  const takeBack = async () => {
    const undone = await sendCommand('POST', '/messages/unread', { upTo: before });
    if (undone.ok) await readAgain();
  };
  toast({
    text: t('message:allRead'),
    tone: 'ok',
    seconds: 10,
    action: { label: t('message:undo'), onPress: () => void takeBack() },
  });
}
