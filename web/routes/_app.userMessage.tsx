import { createFileRoute } from '@tanstack/react-router';
import { type MessageSearch, Messages, messageQuery } from '#web/features/message/Messages.tsx';
import { messages, prefetch } from '#web/lib/view.ts';

const readSearch = ({ kind, unread, page }: Record<string, unknown>): MessageSearch => ({
  kind: kind === 'case' || kind === 'system' ? kind : undefined,
  unread: unread === '1' || unread === true || undefined,
  page: Number(page) > 1 ? Math.trunc(Number(page)) : undefined,
});

export const Route = createFileRoute('/_app/userMessage')({
  staticData: { ns: ['message', 'case', 'rx'], title: 'shell:menu.messages' },
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps }) => prefetch(client, messages(messageQuery(deps))),
  component: Page,
});

function Page() {
  return <Messages search={Route.useSearch()} />;
}
