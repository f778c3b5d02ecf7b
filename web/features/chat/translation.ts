/** A message in the reader's language, as the API answers it. */
import { queryOptions } from '@tanstack/react-query';
import type { Gloss } from '#events/term/gloss.ts';
import type { ChatMessage } from '#projections/chat/item.ts';
import { apiOf } from '#web/lib/api.ts';
import type { Lang } from '#web/lib/i18n.ts';

type Translated = { glosses: Gloss[]; text: string | null };

/** Once a text: one that was edited is asked for again. */
export const translation = ({ conversation, id, editedAt }: ChatMessage, to: Lang) =>
  queryOptions({
    queryKey: ['translation', conversation, id, editedAt, to],
    queryFn: ({ client, signal }) =>
      apiOf(client).read<Translated>(
        `/chats/${encodeURIComponent(conversation)}/messages/${encodeURIComponent(id)}/translation?to=${to}`,
        signal,
      ),
    staleTime: Number.POSITIVE_INFINITY,
    // Without a line it says so at once.
    networkMode: 'always',
    retry: false,
  });
