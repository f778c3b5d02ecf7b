/**
 * The eye button: masks or shows names and numbers, here and on the server. The server records each
 * unmasking.
 */

import { sendCommand } from '#web/lib/act.ts';
import { areNamesMaskedAtom, currentPage } from '#web/lib/browser.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { announceToScreenReaders } from '#web/ui/live-region.tsx';
import { toast } from '#web/ui/toast.tsx';

/** Reloads the data on screen after the switch. Nothing changes if the server did not confirm. */
export async function toggleNameMasking(): Promise<void> {
  const { client, words } = currentPage();
  const hidden = !screenStore.get(areNamesMaskedAtom);
  const done = await sendCommand('POST', '/eye', { hidden }, { quiet: true });
  if (!done.ok) {
    toast({ text: words.t('shell:eye.failed', { message: done.error.message }), tone: 'danger' });
    return;
  }
  screenStore.set(areNamesMaskedAtom, hidden);
  await client.invalidateQueries();
  announceToScreenReaders(words.t(hidden ? 'shell:eye.hidden' : 'shell:eye.shown'));
}
