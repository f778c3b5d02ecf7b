/** A message in the reader's language, from the API. */
import { queryOptions } from '@tanstack/react-query';
import type { ChatMessage } from '#projections/chat/item.ts';
import { apiOf } from '#web/lib/api.ts';
import type { Lang } from '#web/lib/i18n.ts';

/** Cached per version of the text: an edited message is translated again. */
export const messageTranslationQuery = ({ conversation, id, editedAt }: ChatMessage, to: Lang) =>
  queryOptions({
    queryKey: ['translation', conversation, id, editedAt, to],
    queryFn: ({ client, signal }) =>
      apiOf(client).read('/api/chats/:id/messages/:message/translation', {
        parts: { id: conversation, message: id },
        query: { to },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    // Reports a failure at once when offline.
    networkMode: 'always',
    retry: false,
  });
