/** Polling helpers of the walks. Statuses are polled because the system's own steps take time. */
import { expect } from 'vitest';
import type { CaseView } from '#projections/case/view.ts';
import type { Client } from '../testing/client.ts';

/** Timeout that suits a busy machine. */
const patienceMs = 120_000;
const pauseMs = 40;

export async function readCase(person: Client, caseId: string): Promise<CaseView> {
  const answer = await person.get<CaseView>(`/api/cases/${caseId}`);
  if (answer.code !== 0) throw new Error(`${caseId}: ${answer.http} ${answer.text}`);
  return answer.data;
}

/** Polls until `holds` accepts the value. @throws Error with the last value after the timeout */
export async function pollUntil<T>(
  read: () => Promise<T> | T,
  holds: (value: T) => boolean,
  what: string,
): Promise<T> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    if (Date.now() > end) throw new Error(`${what}; last: ${JSON.stringify(value)?.slice(0, 400)}`);
    await new Promise(resolve => setTimeout(resolve, pauseMs));
  }
}

/** Waits until this user reads the case with this status. */
export async function waitForStatus(person: Client, caseId: string, status: number): Promise<void> {
  const last = await pollUntil(
    async () => (await readCase(person, caseId)).header.status,
    now => now === status,
    `${caseId} never reached ${status}`,
  );
  expect(last).toBe(status);
}
