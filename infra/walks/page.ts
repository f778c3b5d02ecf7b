/** A person's page in another process than the server: what it read over HTTP, and what its socket was told since. */
import type { CaseListItem, Counts } from '#projections/caseList/item.ts';
import type { MessageItem } from '#projections/messages/item.ts';
import { createPageState, type ListReads, type PageState } from '#services/realtime/testing/page-state.ts';
import { Client, type Live } from '../testing/client.ts';
import { until } from './expect.ts';

type Listed<Item> = { items: Item[]; total: number };
type Cases = Listed<CaseListItem> & { counts: Counts };

export type Page = {
  name: string;
  client: Client;
  held: PageState;
  live: Live;
  /** The newest position that it was told. */
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

/** Everything that the person's lists answer now, and the position of the first answer. */
export async function freshOf(client: Client): Promise<{ fresh: ListReads; position: string }> {
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

function follow(page: Page): void {
  const lay: Parameters<typeof page.live.socket.on<'rows'>>[1] = message => {
    page.position = message.position;
    page.held.lay(message);
  };
  for (const message of page.live.rows) lay(message);
  page.live.socket.on('rows', lay);
}

/** Reads, then connects and asks for what came between: as the browser does. */
export async function openPage(name: string, signedIn: Client, hidden: boolean): Promise<Page> {
  const client = new Client(signedIn.url);
  client.token = signedIn.token;
  if (hidden) client.headers['X-Eye'] = 'hidden';
  const { fresh, position } = await freshOf(client);
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

/** Comes back after a lost connection, from where it stands. */
export async function reconnect(page: Page): Promise<void> {
  page.live = await page.client.live(page.position);
  if (page.live.resets.length > 0) throw new Error(`${page.name} was told to read anew`);
  follow(page);
}

/** What the page holds comes to be what is read; pushes may still be on their way, so it is asked again. */
export async function agrees(page: Page, when: string): Promise<void> {
  const read = async () => page.held.differences((await freshOf(page.client)).fresh);
  await until(read, found => found.length === 0, `${page.name} ${when} holds otherwise than it reads`);
}
