import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createInstance } from 'i18next';
import { renderToString } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { expect, it } from 'vitest';
import { Status } from '#events/case/status.ts';
import type { ProductionBoardItem } from '#projections/shop/item.ts';
import { currentUserQuery, shopBoardQuery, workbenchQuery } from '#web/lib/queries.ts';
import { LazyManufacturerBench, Workbench } from './Workbench.tsx';

const person = { id: 'p', name: 'P', position: 'VendorAdmin' } as const;
const card: ProductionBoardItem = {
  caseId: 'ABC234',
  status: Status.PrepareProduction,
  clinic: null,
  owner: person,
  delivery: null,
  plan: null,
  open: null,
  ...{
    batch: null,
    parcel: null,
    trays: [],
    since: '2026-11-20T08:00:00.000Z',
    actions: [],
    position: 'x-1',
  },
};

it('the manufacturer’s board is rendered completely on the server, also the first time', async () => {
  const client = new QueryClient();
  const counts = { filters: [], counters: {}, byStatus: {}, waiting: 0, archived: 0 };
  client.setQueryData(currentUserQuery().queryKey, {
    ...person,
    userName: 'vendor',
    userIcon: '',
    orgId: 'main',
    serves: [],
    trialUntil: null,
    phone: null,
    email: null,
    frozen: false,
  });
  client.setQueryData(workbenchQuery().queryKey, { counters: {}, counts, waiting: [], feed: [] });
  client.setQueryData(shopBoardQuery().queryKey, { items: [card], total: 1 });
  const words = createInstance();
  await words.use(initReactI18next).init({ lng: 'en', resources: { en: {} }, react: { useSuspense: false } });
  await LazyManufacturerBench.preload?.();
  const html = renderToString(
    <QueryClientProvider client={client}>
      <I18nextProvider i18n={words}>
        <Workbench now={Date.parse('2026-11-23T08:00:00.000Z')} />
      </I18nextProvider>
    </QueryClientProvider>,
  );
  expect(html).toContain('data-card="ABC234"');
  // Marker of a boundary that the browser must render again: React error 419.
  expect(html).not.toContain('<!--$!-->');
});
