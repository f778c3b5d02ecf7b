/**
 * A user's page in another process than the server: its HTTP reads, and the pushes of its socket since then.
 */
import type { CaseCounts, CaseListItem } from '#projections/caseList/item.ts';
import type { MessageItem } from '#projections/messages/item.ts';
import { createPageState, type ListReads, type PageState } from '#services/realtime/testing/page-state.ts';
import { Client, type LiveConnection } from '../testing/client.ts';
import { pollUntil } from './polling.ts';

type Listed<Item> = { items: Item[]; total: number };
type Cases = Listed<CaseListItem> & { counts: CaseCounts };

export type UserPage = {
  name: string;
  client: Client;
  held: PageState;
  live: LiveConnection;
  /** Newest position that a push had. */
  position: string;
};

const size = 50;

async function listOf<Page extends Listed<unknown>>(
  client: Client,
  path: string,
  query = '',
): Promise<Page & { position: string }> {
  const items: unknown[] = [];
  for (let n = 1; ; n++) {
    const { data, position, code, text } = await client.get<Page>(`${path}?size=${size}&page=${n}${query}`);
    if (code !== 0) throw new Error(text);
    items.push(...data.items);
    if (data.items.length < size) return { ...data, items, position: position ?? '' };
  }
}

/** Reads the rows of all cases that a user sees. */
export const readCaseRows = async (client: Client): Promise<CaseListItem[]> =>
  (await listOf<Cases>(client, '/api/cases')).items;

/** Everything that the user's lists return now, and the position of the first answer. */
export async function readLists(client: Client): Promise<{ fresh: ListReads; position: string }> {
  const all = await listOf<Cases>(client, '/api/cases');
  const archived = await listOf<Cases>(client, '/api/cases', '&archived=true');
  const action = await listOf<Cases>(client, '/api/cases', '&tab=action');
  const messages = await listOf<Listed<MessageItem>>(client, '/api/messages');
  const fresh = {
    all: all.items,
    archived: archived.items,
    action: action.items,
    counts: action.counts,
    messages: messages.items,
  };
  return { fresh, position: all.position };
}

function follow(page: UserPage): void {
  const lay: Parameters<typeof page.live.socket.on<'rows'>>[1] = message => {
    page.position = message.position;
    page.held.lay(message);
  };
  for (const message of page.live.rows) lay(message);
  page.live.socket.on('rows', lay);
}

/** Reads the lists, then connects and resumes from their position, as the browser does. */
export async function openUserPage(name: string, signedIn: Client, hidden: boolean): Promise<UserPage> {
  const client = new Client(signedIn.url);
  client.token = signedIn.token;
  if (hidden) client.headers['X-Eye'] = 'hidden';
  const { fresh, position } = await readLists(client);
  const live = await client.live(position);
  const page = {
    name: hidden ? `${name}, eye hidden` : name,
    client,
    held: createPageState(fresh),
    live,
    position,
  };
  follow(page);
  return page;
}

/** Reconnects after a lost connection and resumes from the last position. */
export async function reconnectPage(page: UserPage): Promise<void> {
  page.live = await page.client.live(page.position);
  if (page.live.resets.length > 0) throw new Error(`${page.name} had to read everything again`);
  follow(page);
}

/** Waits until the page's rows equal a new read. Polls, because pushes may still be under way. */
export async function expectFreshRows(page: UserPage, when: string): Promise<void> {
  const read = async () => page.held.differences((await readLists(page.client)).fresh);
  await pollUntil(read, found => found.length === 0, `${page.name} ${when} differs from a new read`);
}
