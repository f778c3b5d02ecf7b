import { createFileRoute } from '@tanstack/react-router';
import { Messages } from '#web/features/message/Messages.tsx';
import { inboxQueryString, messageListSearch } from '#web/features/message/message-search.ts';
import { mailSettingsQuery, noticeSettingsQuery, prefetchQueries, viewRowsQuery } from '#web/lib/queries.ts';

export const Route = createFileRoute('/_app/userMessage')({
  staticData: { ns: ['message', 'case', 'rx', 'error', 'desk'], title: 'shell:menu.messages' },
  validateSearch: messageListSearch.read,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps }) =>
    prefetchQueries(
      client,
      viewRowsQuery(messageListSearch.path, inboxQueryString(deps)),
      ...(deps.mail ? [mailSettingsQuery(), noticeSettingsQuery()] : []),
    ),
  component: Page,
});

function Page() {
  return <Messages search={Route.useSearch()} />;
}
