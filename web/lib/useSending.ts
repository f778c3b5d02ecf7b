/** One command at a time: whether it is on its way, and what the server refused, by field. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Issue } from '#events/errors.ts';
import type { Refused } from './act.ts';

const isAt = (field: string) => (issue: Issue) => issue.path === field || issue.path.startsWith(`${field}.`);

export function useSending() {
  const { t } = useTranslation('error');
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<Refused>(null);
  const isUnder = (fields: readonly string[]) => fields.some(field => refused?.issues.some(isAt(field)));
  return {
    pending,
    /** The sentence for a field, or for a path below it; without a field, the one of the first issue. */
    error: (field?: string): string | undefined => {
      const issue = field === undefined ? refused?.issues[0] : refused?.issues.find(isAt(field));
      return issue && t(`issue.${issue.issue}`, { ...issue.values, defaultValue: refused?.message });
    },
    /** The message of a refusal that names none of these fields. */
    other: (fields: readonly string[]): string | undefined =>
      refused && !isUnder(fields) ? refused.message : undefined,
    clear: () => setRefused(null),
    /** Resolves with whether it was done. */
    run: async (command: () => Promise<Refused>): Promise<boolean> => {
      setPending(true);
      const answer = await command();
      setPending(false);
      setRefused(answer);
      return answer === null;
    },
  };
}

export type Sending = ReturnType<typeof useSending>;
