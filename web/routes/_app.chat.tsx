import { createFileRoute } from '@tanstack/react-router';
import { isDeskPosition } from '#events/desk/rights.ts';
import { Chat } from '#web/features/chat/Chat.tsx';
import { readChatSearchParams } from '#web/features/chat/chat-search-params.ts';
import { conversationQuery, conversationsQuery, deskSettingsQuery } from '#web/lib/chat-queries.ts';
import { currentUserQuery, prefetchQueries } from '#web/lib/queries.ts';

export const Route = createFileRoute('/_app/chat')({
  staticData: {
    ns: ['chat', 'case', 'rx', 'caseDetail', 'file', 'error', 'desk', 'term'],
    title: 'shell:title.chat',
    tab: 'desk',
  },
  validateSearch: readChatSearchParams,
  loaderDeps: ({ search: { c, tab } }) => ({ c, tab }),
  loader: async ({ context: { client }, deps: { c, tab } }) => {
    const { position } = await client.ensureQueryData(currentUserQuery());
    const at = isDeskPosition(position) ? (tab ?? 'mine') : undefined;
    await prefetchQueries(
      client,
      conversationsQuery(at),
      deskSettingsQuery(),
      ...(c ? [conversationQuery(c)] : []),
    );
  },
  component: Page,
});

function Page() {
  return <Chat search={Route.useSearch()} />;
}
