/** Buttons that open a conversation are only on the pages of people who take part in one. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { createInstance } from 'i18next';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { expect, it, vi } from 'vitest';
import { mayTakePart, mayTalk } from '#events/chat/kinds.ts';
import { type Position, positions } from '#events/person/position.ts';
import { ServiceContactWindow } from '#web/features/shell/ServiceContactWindow.tsx';
import { type CurrentUser, currentUserQuery } from '#web/lib/queries.ts';
import { ChatButton } from './ChatButton.tsx';
import { caseConversationId } from './kind-display.ts';

const words = createInstance();
await words.use(initReactI18next).init({ lng: 'en', resources: { en: {} }, react: { useSuspense: false } });

function rendered(position: Position, page: ReactNode): string {
  const client = new QueryClient();
  const person = { id: 'p', name: 'P', userName: 'p', userIcon: '', orgId: 'main', serves: [], position };
  const rest = { trialUntil: null, phone: null, email: null, frozen: false };
  client.setQueryData(currentUserQuery().queryKey, { ...person, ...rest } satisfies CurrentUser);
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  return renderToString(
    <QueryClientProvider client={client}>
      <I18nextProvider i18n={words}>
        <RouterContextProvider router={router}>{page}</RouterContextProvider>
      </I18nextProvider>
    </QueryClientProvider>,
  );
}

const positionsWith = (page: ReactNode, text: string) =>
  positions.filter(position => rendered(position, page).includes(text));

it('an Analyst takes part in no conversation, and everybody else in some', () => {
  expect(positions.filter(position => !mayTalk(position))).toEqual(['Analyst']);
  expect(positions.filter(position => !mayTakePart(position, 'case'))).toEqual(['VendorAdmin', 'Analyst']);
  const silent = positions.filter(position => !caseConversationId(position, 'ABC234'));
  expect(silent).toEqual(['Analyst']);
});

it('the top bar and the window of the service desk offer the chat to those who may talk', () => {
  const all = positions.filter(mayTalk);
  expect(positionsWith(<ChatButton />, 'dock.none')).toEqual(all);
  vi.stubGlobal('location', { origin: 'https://archline.example' });
  const contact = <ServiceContactWindow onClose={() => undefined} />;
  expect(positionsWith(contact, 'contact.chat')).toEqual(all);
});
