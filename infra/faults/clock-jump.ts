/**
 * Fault: the server's clock jumps by an hour, forwards and backwards. Orders, chat and sessions must keep
 * working.
 */
import { rmSync } from 'node:fs';
import { draftCase, takeAction } from '../actors/http.ts';
import { type Client, signIn } from '../testing/client.ts';
import { type ServerProcess, startServer } from '../testing/server.ts';
import { readCase } from '../walks/polling.ts';
import { assertThat, pollUntil } from './fault.ts';

const HOUR = 3_600_000;
/** Status number of a case whose models are prepared. Preparation runs in the background under a lease. */
const prepared = 21;

/** Submits and accepts an order, and waits until its models are prepared. */
async function orderGoesThrough(server: ServerProcess): Promise<void> {
  const [doctor, service] = [await signIn(server.url, 'doctor'), await signIn(server.url, 'service')];
  const caseId = await draftCase(doctor);
  await takeAction(doctor, caseId, 'submitCase');
  await takeAction(service, caseId, 'acceptCase');
  const status = async () => (await readCase(doctor, caseId)).header.status;
  await pollUntil(`${caseId} was never prepared`, async () => (await status()) === prepared);
}

async function says(person: Client, conversation: string, text: string): Promise<void> {
  const message = { client: crypto.randomUUID(), text };
  const answer = await person.post(`/api/chats/${conversation}/messages`, message);
  assertThat(`${text} was answered ${answer.text}`, answer.http === 200);
}

/** @returns a summary for the table of faults @throws Error naming the failed check */
export async function testClockJumps(): Promise<string> {
  let server = await startServer({ pages: false, ahead: 0 });
  const { dataDir } = server;
  try {
    const first = await signIn(server.url, 'doctor');
    const conversation = 'service.p-doctor';
    const said: string[] = [];
    let ahead = 0;
    for (const jump of [0, HOUR, -HOUR, -HOUR, HOUR]) {
      if (jump !== 0) await server.advance(jump);
      ahead += jump;
      const doctor = await signIn(server.url, 'doctor');
      said.push(`第 ${said.length} 次`);
      await says(doctor, conversation, said.at(-1) ?? '');
      await orderGoesThrough(server);
      const code = (await first.get('/api/cases')).code;
      assertThat(`an earlier session was answered ${code}, ${ahead} ms ahead`, [0, 101014].includes(code));
    }
    // A server killed while its clock is ahead leaves leases that expire in the next server's future.
    await server.advance(HOUR);
    await orderGoesThrough(server);
    await server.stop({ keep: true, signal: 'SIGKILL' });
    server = await startServer({ pages: false, ahead: 0, dataDir });
    const began = performance.now();
    await orderGoesThrough(server);
    const took = ((performance.now() - began) / 1000).toFixed(0);
    const doctor = await signIn(server.url, 'doctor');
    const { data } = await doctor.get<{ items: { seq: number; text: string }[] }>(
      `/api/chats/${conversation}/messages?size=100`,
    );
    const heard = data.items
      .toSorted((a, b) => a.seq - b.seq)
      .flatMap(({ text }) => (said.includes(text) ? [text] : []));
    assertThat(`the messages arrived as ${heard.join()}`, heard.join() === said.join());
    return `5 jumps: orders went through and were prepared each time, messages kept their order, people signed in at once; after kill -9 an hour ahead the leases of killed processes were taken over within ${took} s`;
  } finally {
    await server.stop({ keep: true });
    rmSync(dataDir, { recursive: true, force: true });
  }
}
