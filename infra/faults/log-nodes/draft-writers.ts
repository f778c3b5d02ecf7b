/** Users who create drafts during a fault. Each repeats a draft under one idempotency key until it is acknowledged. */
import { errors } from '#events/errors.ts';
import { commandIdOf, eventIdOf } from '#services/command/command-ids.ts';
import type { Client } from '../../testing/client.ts';

const restMs = 20;
const rest = () => new Promise(resolve => setTimeout(resolve, restMs));

/** `event`: id of the draft's first event. */
export type AcknowledgedDraft = { caseId: string; event: string; userName: string };

export type DraftWriteResults = {
  drafts: AcknowledgedDraft[];
  /** How long each refusal took, in ms. */
  refusedMs: number[];
  /** Answers that are neither yes nor 503 104070 with Retry-After. */
  odd: string[];
};

export type DraftWriter = { client: Client; userName: string };

async function send(
  { client, userName }: DraftWriter,
  key: string,
  written: DraftWriteResults,
): Promise<boolean> {
  const began = performance.now();
  const answer = await fetch(`${client.url}/api/cases`, {
    method: 'POST',
    headers: { Authorization: client.token, 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: '{}',
  });
  const { code, data } = await answer.json();
  if (code === 0) {
    const event = eventIdOf(commandIdOf(`p-${userName}`, key), 0);
    written.drafts.push({ caseId: data.caseId, event, userName });
    return true;
  }
  const inWords = answer.status === 503 && code === errors.logDown.code && answer.headers.has('retry-after');
  if (inWords) written.refusedMs.push(performance.now() - began);
  else written.odd.push(`${userName}: ${answer.status} ${code}`);
  return false;
}

/** Starts the writers. After `stop`, each writer retries its current draft until it is acknowledged. */
export function startDraftWriters(writers: readonly DraftWriter[]) {
  const written: DraftWriteResults = { drafts: [], refusedMs: [], odd: [] };
  let isOver = false;
  const writing = writers.map(async writer => {
    while (!isOver) {
      const key = crypto.randomUUID();
      while (!(await send(writer, key, written))) await rest();
      await rest();
    }
  });
  // `stop` reports the error; this only prevents an unhandled rejection.
  const all = Promise.all(writing);
  all.catch(() => undefined);
  return {
    written,
    stop: async () => {
      isOver = true;
      await all;
    },
  };
}
