/** Fifty open pages of those who write: every second one loses its connection during a fault, and asks for what it missed. */
import type { Client, Live } from '../../testing/client.ts';
import { until } from '../fault.ts';
import type { Draft } from './writers.ts';

type Page = { userName: string; live: Live; position: string; told: Set<string> };

export type Pages = {
  breakHalf(): void;
  /** Those that were broken off come back from where they stood. */
  resume(): Promise<void>;
  /** @throws Error where a page was never told a draft of its person */
  areTold(drafts: readonly Draft[]): Promise<void>;
  close(): void;
};

async function openPage({ client, userName }: { client: Client; userName: string }): Promise<Page> {
  const { position } = await client.get('/api/cases?size=1');
  const page: Page = {
    ...{ userName, live: await client.live(position), position: position ?? '' },
    told: new Set(),
  };
  page.live.socket.on('rows', ({ position: reached, rows }) => {
    page.position = reached;
    for (const { id } of rows) page.told.add(id);
  });
  return page;
}

async function comeBack({ live: { socket }, position }: Page): Promise<void> {
  const connected = new Promise(resolve => socket.once('connect', () => resolve(undefined)));
  socket.connect();
  await connected;
  await socket.emitWithAck('resume', { position });
}

/** The page of a person whose every draft is a row of it. */
export async function openPages(
  people: readonly { client: Client; userName: string }[],
  count: number,
): Promise<Pages> {
  const pages: Page[] = [];
  for (let i = 0; i < count; i++) {
    const person = people[i % people.length];
    if (person) pages.push(await openPage(person));
  }
  const half = pages.filter((_, i) => i % 2 === 1);
  return {
    breakHalf: () => {
      for (const { live } of half) live.socket.disconnect();
    },
    resume: async () => {
      await Promise.all(half.map(comeBack));
    },
    areTold: async drafts => {
      for (const { userName, told, live } of pages) {
        const own = drafts.filter(draft => draft.userName === userName);
        const missed = () => own.filter(({ caseId }) => !told.has(caseId)).length;
        await until(`a page of ${userName} was not told ${missed()} drafts`, async () => missed() === 0);
        if (live.resets.length > 0)
          throw new Error(`a page of ${userName} was told to read everything again`);
      }
    },
    close: () => {
      for (const { live } of pages) live.close();
    },
  };
}
