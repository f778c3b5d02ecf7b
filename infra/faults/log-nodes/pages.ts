/** Open case lists of the users who write. Every second one loses its connection during a fault and resumes afterwards. */
import type { Client, LiveConnection } from '../../testing/client.ts';
import { pollUntil } from '../fault.ts';
import type { AcknowledgedDraft } from './draft-writers.ts';

type Page = { userName: string; live: LiveConnection; position: string; received: Set<string> };

export type CaseListPages = {
  disconnectHalf(): void;
  /** Reconnects the disconnected pages and resumes each from its last position. */
  resume(): Promise<void>;
  /**
   * Waits until each page has received every draft of its user.
   * @throws Error if a draft never arrives, or if a page had to read everything again
   */
  receiveAll(drafts: readonly AcknowledgedDraft[]): Promise<void>;
  close(): void;
};

async function openPage({ client, userName }: { client: Client; userName: string }): Promise<Page> {
  const { position } = await client.get('/api/cases?size=1');
  const page: Page = {
    userName,
    live: await client.live(position),
    position: position ?? '',
    received: new Set(),
  };
  page.live.socket.on('rows', ({ position: reached, rows }) => {
    page.position = reached;
    for (const { id } of rows) page.received.add(id);
  });
  return page;
}

async function comeBack({ live: { socket }, position }: Page): Promise<void> {
  const connected = new Promise(resolve => socket.once('connect', () => resolve(undefined)));
  socket.connect();
  await connected;
  await socket.emitWithAck('resume', { position });
}

/** Opens `count` case lists, distributed over the users. */
export async function openCaseListPages(
  people: readonly { client: Client; userName: string }[],
  count: number,
): Promise<CaseListPages> {
  const pages: Page[] = [];
  for (let i = 0; i < count; i++) {
    const person = people[i % people.length];
    if (person) pages.push(await openPage(person));
  }
  const half = pages.filter((_, i) => i % 2 === 1);
  return {
    disconnectHalf: () => {
      for (const { live } of half) live.socket.disconnect();
    },
    resume: async () => {
      await Promise.all(half.map(comeBack));
    },
    receiveAll: async drafts => {
      for (const { userName, received, live } of pages) {
        const own = drafts.filter(draft => draft.userName === userName);
        const missed = () => own.filter(({ caseId }) => !received.has(caseId)).length;
        await pollUntil(`a page of ${userName} did not receive all drafts`, async () => missed() === 0);
        if (live.resets.length > 0) throw new Error(`a page of ${userName} had to read everything again`);
      }
    },
    close: () => {
      for (const { live } of pages) live.close();
    },
  };
}
