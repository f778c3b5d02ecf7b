/**
 * API calls of a patient's page: without cookies, with a timeout, and less often while the server is busy.
 */
import type { SharedWearFacts } from '#events/share/facts.ts';

/** A closed link answers 410. A 404 may come from a proxy in front of the server and must not drop data. */
export const isLinkClosed = (status: number): boolean => status === 410;

export type LinkResponse = { status: number; told: SharedWearFacts | null; issue: string | undefined };

/**
 * Whether the server took a report: our server answers with the resulting wear. Another 200, such as a
 * captive portal's, took nothing.
 */
export const isReportAccepted = (answer: LinkResponse): answer is LinkResponse & { told: SharedWearFacts } =>
  answer.status === 200 && answer.told !== null;

/** Timeout of a call, ms: some networks swallow requests. */
const answerMs = 15_000;
/** "Not now": doubles the delay each time, up to a minute; a Retry-After takes precedence. */
const notNow = [429, 503];
const firstWaitMs = 5_000;
const longestWaitMs = 60_000;

type World = { fetch: typeof fetch; now: () => number; timeout: (milliseconds: number) => AbortSignal };

/** @param api `/api/shares/{key}` */
export function createLinkApi(api: string, { fetch, now, timeout }: World) {
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
    /** Whether a call may be made now; false while the server's delay runs. */
    mayAsk: () => now() >= notBefore,
    /** Calls the API; resolves with undefined if no answer arrives. */
    async ask(path: string, body?: object): Promise<LinkResponse | undefined> {
      const headers = { 'Content-Type': 'application/json' };
      const sent = body ? { method: 'POST', headers, body: JSON.stringify(body) } : {};
      const how = { ...sent, credentials: 'omit', cache: 'no-store', signal: timeout(answerMs) } as const;
      const answer = await fetch(api + path, how).catch(() => undefined);
      if (!answer) return undefined;
      heard(answer);
      // Cast at the boundary: our server's envelope.
      const read = (await answer.json().catch(() => undefined)) as
        | { data: (SharedWearFacts & { issues?: { issue: string }[] }) | null }
        | undefined;
      return { status: answer.status, told: read?.data ?? null, issue: read?.data?.issues?.[0]?.issue };
    },
  };
}
