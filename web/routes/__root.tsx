import { createRootRouteWithContext } from '@tanstack/react-router';
import { AppDocument } from '#web/features/shell/AppDocument.tsx';
import { UnknownAddressRedirect } from '#web/features/shell/UnknownAddressRedirect.tsx';
import { namespacesOf } from '../lib/i18n.ts';
import type { RouterContext } from '../router.tsx';

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ context, matches }) => context.words.loadNamespaces(namespacesOf(matches)),
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { name: 'color-scheme', content: 'light dark' },
    ],
  }),
  component: AppDocument,
  notFoundComponent: UnknownAddressRedirect,
});
