import type { ApiError } from '#web/lib/api.ts';

/** The server's text for the first issue, otherwise its text for the refusal. */
export function errorText({ issues: [issue], message }: Pick<ApiError, 'issues' | 'message'>): string {
  return issue && 'message' in issue ? String(issue.message) : message;
}
