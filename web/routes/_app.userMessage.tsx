import { createFileRoute } from '@tanstack/react-router';
import { Messages } from '#web/features/message/Messages.tsx';
import { messageQuery, readMessageSearch } from '#web/features/message/search.ts';
import { byMail, messages, noticeChoices, prefetch } from '#web/lib/view.ts';

export const Route = createFileRoute('/_app/userMessage')({
  staticData: { ns: ['message', 'case', 'rx', 'error', 'desk'], title: 'shell:menu.messages' },
  validateSearch: readMessageSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps }) =>
    prefetch(client, messages(messageQuery(deps)), ...(deps.mail ? [byMail(), noticeChoices()] : [])),
  component: Page,
});

function Page() {
  return <Messages search={Route.useSearch()} />;
}
