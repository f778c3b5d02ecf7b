/** What a walk waits for: a status, as somebody's reads answer it. Polls, because the system's own steps take time. */
import { expect } from 'vitest';
import type { CaseView } from '#projections/case/view.ts';
import type { Client } from '../testing/client.ts';

/** As long as a machine with much else to do makes it. */
const patienceMs = 120_000;
const pauseMs = 40;

export async function view(person: Client, caseId: string): Promise<CaseView> {
  const answer = await person.get<CaseView>(`/api/cases/${caseId}`);
  if (answer.code !== 0) throw new Error(`${caseId}: ${answer.http} ${answer.text}`);
  return answer.data;
}

/** Waits until a condition holds; says what was there last where it never does. */
export async function until<T>(
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

/** The case stands at a status, for this person. */
export async function stands(person: Client, caseId: string, status: number): Promise<void> {
  const last = await until(
    async () => (await view(person, caseId)).header.status,
    now => now === status,
    `${caseId} never reached ${status}`,
  );
  expect(last).toBe(status);
}
