/** The calls of a link's page: without cookies, each within a time, and less often while the server has no time for them. */
import type { WearFacts } from '#events/share/facts.ts';

/** What a link that is over answers; a 404 may be of anything that stands before the server, and drops nothing. */
export const isOver = (status: number): boolean => status === 410;

export type Answer = { status: number; told: WearFacts | null; issue: string | undefined };

/**
 * Whether a report was taken: by our server, which tells the wear as it is then. Another's 200, as of a network that
 * wants a sign-in first, has taken nothing.
 */
export const isTaken = (answer: Answer): answer is Answer & { told: WearFacts } =>
  answer.status === 200 && answer.told !== null;

/** An answer that has not come by then does not come: a network that swallows calls is none. */
const answerMs = 15_000;
/** "Not now": each one in a row doubles the wait, up to a minute; a server that says how long is believed. */
const notNow = [429, 503];
const firstWaitMs = 5_000;
const longestWaitMs = 60_000;

type World = { fetch: typeof fetch; now: () => number; timeout: (milliseconds: number) => AbortSignal };

/** @param api `/api/shares/{key}` */
export function createAsking(api: string, { fetch, now, timeout }: World) {
  let notBefore = Number.NEGATIVE_INFINITY;
  let waitMs = firstWaitMs;

  const heard = (answer: Response) => {
    if (!notNow.includes(answer.status)) {
      waitMs = firstWaitMs;
      return;
    }
    const said = Number(answer.headers.get('retry-after')) * 1000 || 0;
    notBefore = now() + Math.max(said, waitMs);
    waitMs = Math.min(longestWaitMs, waitMs * 2);
  };
  return {
    /** False while the server has said that it has no time. */
    mayAsk: () => now() >= notBefore,
    /** undefined where nothing answers. */
    async ask(path: string, body?: object): Promise<Answer | undefined> {
      const headers = { 'Content-Type': 'application/json' };
      const sent = body ? { method: 'POST', headers, body: JSON.stringify(body) } : {};
      const how = { ...sent, credentials: 'omit', cache: 'no-store', signal: timeout(answerMs) } as const;
      const answer = await fetch(api + path, how).catch(() => undefined);
      if (!answer) return undefined;
      heard(answer);
      // The boundary: our own server's envelope.
      const read = (await answer.json().catch(() => undefined)) as
        | { data: (WearFacts & { issues?: { issue: string }[] }) | null }
        | undefined;
      return { status: answer.status, told: read?.data ?? null, issue: read?.data?.issues?.[0]?.issue };
    },
  };
}
