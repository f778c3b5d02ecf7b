import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { setCurrentPage } from './browser.ts';
import { announceCasePresence, startSocket } from './socket.ts';

const { socket, heard, said } = vi.hoisted(() => {
  const heard = new Map<string, (message: unknown) => void>();
  const said: unknown[][] = [];
  const socket = {
    connected: true,
    active: true,
    on: (event: string, listener: (message: unknown) => void) => void heard.set(event, listener),
    onAny: () => undefined,
    emit: (...message: unknown[]) => void said.push(message),
    connect: () => undefined,
    disconnect: () => undefined,
  };
  return { socket, heard, said };
});
vi.mock('socket.io-client', () => ({ io: () => socket }));

let stop = (): void => undefined;
afterEach(() => {
  stop();
  said.length = 0;
});

/** A page with an open socket that shows case A at a log position. */
async function page(shown: number) {
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run());
  vi.stubGlobal('document', { querySelector: () => null });
  const client = new QueryClient();
  client.setQueryData(['case', 'A'], { caseId: 'A', header: { caseId: 'A', position: `log-${shown}` } });
  // Cast at the boundary: the socket uses only the page's cache and dictionaries.
  setCurrentPage({ client, words: { t: (key: string) => key } } as unknown as Parameters<
    typeof setCurrentPage
  >[0]);
  stop = startSocket('log-1');
  await vi.waitFor(() => expect(heard.has('rows')).toBe(true));
  return client;
}
const row = (at: number) => ({
  position: `log-${at}`,
  rows: [{ view: 'caseList', id: 'A', position: `log-${at}`, row: { caseId: 'A', position: `log-${at}` } }],
});

test.each([
  ['is read again where its row was told to be newer', 4, 5, true],
  ['is not read again where it is as new as its row', 5, 5, false],
])('a case that is newly watched %s', async (_what, shown, told, again) => {
  const client = await page(shown);
  heard.get('rows')?.(row(told));
  client.setQueryData(['case', 'A'], { caseId: 'A', header: { caseId: 'A', position: `log-${shown}` } });
  const leave = announceCasePresence('A');
  const [, , answered] = said.find(([event]) => event === 'case:watch') ?? [];
  expect(answered).toBeInstanceOf(Function);
  (answered as () => void)();
  expect(client.getQueryState(['case', 'A'])?.isInvalidated).toBe(again);
  leave();
});

test.each([
  ['that the push overtook shows what was pushed', 5, 6],
  ['that is newer than the push stays', 7, 7],
])('the answer of a read %s', async (_what, answered, shown) => {
  const client = await page(4);
  const of = (at: number) => ({ caseId: 'A', header: { caseId: 'A', position: `log-${at}` } });
  let answer = (_: object): void => undefined;
  const queryFn = () =>
    new Promise<object>(resolve => {
      answer = resolve;
    });
  const reading = client.fetchQuery({ queryKey: ['case', 'A'], queryFn, staleTime: 0 });
  heard.get('rows')?.({
    position: 'log-6',
    rows: [{ view: 'case', id: 'A', position: 'log-6', row: of(6) }],
  });
  answer(of(answered));
  await reading;
  expect(client.getQueryData(['case', 'A'])).toEqual(of(shown));
});
