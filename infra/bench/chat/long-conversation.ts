/** A conversation of a hundred thousand messages: opening, jumping and searching. */
import { performance } from 'node:perf_hooks';
import { io, type Socket } from 'socket.io-client';
import type { BenchmarkRow } from '../bench.ts';
import { benchLength } from '../length.ts';
import { fillChats, fillConversation } from './fill.ts';
import { type ChatBenchServer, startProductServer } from './processes.ts';

const MESSAGES = benchLength(100_000, 2000);
const ROUNDS = benchLength(20, 2);
const conversation = 'service.d-0-0';
const words = [
  '附件',
  '复诊',
  '扫描',
  '橡皮筋',
  '第十二步',
  '贴合',
  '间隙',
  '疼痛',
  '明天',
  '照片',
  '片切',
  '咬合',
];

/** Some thousand different sentences. One message in a thousand contains the rare search term. */
const texts = Array.from({ length: MESSAGES }, (_, i) => {
  const word = (n: number) => words[(i * (n + 3) + Math.floor(i / 7)) % words.length];
  const rare = i % 1000 === 500 ? '舌侧托槽' : '';
  return `${word(1)}${word(2)}${rare}，${word(4)} ${i} 请看 tooth ${11 + (i % 8)}`;
});

type Seconds = { first: number[]; open: number[]; jump: number[]; rare: number[]; common: number[] };

const timed = async (into: number[], run: () => Promise<unknown>) => {
  const from = performance.now();
  await run();
  into.push(performance.now() - from);
};

async function get(url: string, token: string, path: string): Promise<{ items?: unknown[] }> {
  const answer = await fetch(`${url}/api/chats${path}`, { headers: { Authorization: token } });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  // Cast: the answer of the server.
  return ((await answer.json()) as { data: { items?: unknown[] } }).data;
}

/** Opens the conversation like a page: its details, its newest messages, and the socket. */
async function openIt({ url }: ChatBenchServer, token: string, socket: Socket): Promise<void> {
  const [, newest] = await Promise.all([
    get(url, token, `/${conversation}`),
    get(url, token, `/${conversation}/messages?size=50`),
    socket.emitWithAck('chat:open', { conversation }),
  ]);
  if (newest.items?.length !== 50) throw new Error('the newest page is not there');
  socket.emit('chat:leave', { conversation });
}

async function ask(server: ChatBenchServer, token: string): Promise<Seconds> {
  const { url } = server;
  const socket = io(url, { transports: ['websocket'], auth: { token } });
  await new Promise<void>(resolve => socket.once('connect', () => resolve()));
  const told: Seconds = { first: [], open: [], jump: [], rare: [], common: [] };
  const looked = async (q: string) => {
    const { items } = await get(
      url,
      token,
      `/search?q=${encodeURIComponent(q)}&conversation=${conversation}`,
    );
    if (!items?.length) throw new Error(`${q} was not found`);
  };
  await timed(told.first, () => openIt(server, token, socket));
  for (let round = 0; round < ROUNDS; round++) {
    await timed(told.open, () => openIt(server, token, socket));
    const around = 1 + ((round * 48_611) % MESSAGES);
    await timed(told.jump, () => get(url, token, `/${conversation}/messages?around=${around}&size=50`));
    await timed(told.rare, () => looked('舌侧托槽'));
    await timed(told.common, () => looked('fujian'));
  }
  socket.disconnect();
  return told;
}

const worst = (values: readonly number[]) => Math.max(...values);

/** This benchmark takes about two minutes, most of them for writing the messages and building the read models. */
export async function measureLongConversation(dir: string): Promise<BenchmarkRow[]> {
  const filled = await fillChats(dir, { groups: 1, shape: { assistants: 6, desk: 3 } }, deps =>
    fillConversation(deps, conversation, texts, ['d-0-0', 'd-0-0-0', 's-0-0']),
  );
  const server = await startProductServer(dir);
  try {
    const told = await ask(server, filled.groups[0]?.seats[0]?.token ?? '');
    const wanted = '300 ms';
    const of = `a conversation of ${MESSAGES.toLocaleString('en')} messages`;
    return [
      { what: `${of}, opened for the first time after a start`, ms: worst(told.first), wanted },
      { what: `opened again, slowest of ${ROUNDS}`, ms: worst(told.open), wanted },
      { what: `jumped into, slowest of ${ROUNDS}`, ms: worst(told.jump), wanted },
      {
        what: `searched for a text in 100 messages, slowest of ${ROUNDS}`,
        ms: worst(told.rare),
        wanted,
      },
      {
        what: 'searched by pinyin for a text in a third of them, slowest',
        ms: worst(told.common),
        wanted,
      },
    ];
  } finally {
    await server.stop();
  }
}
