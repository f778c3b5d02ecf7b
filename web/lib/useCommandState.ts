/** State of one command at a time: whether it is in progress, and the server's issues by field. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Issue } from '#events/errors.ts';
import type { CommandRefusal } from './act.ts';

const isAt = (field: string) => (issue: Issue) => issue.path === field || issue.path.startsWith(`${field}.`);

export function useCommandState() {
  const { t } = useTranslation('error');
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<CommandRefusal>(null);
  const isUnder = (fields: readonly string[]) => fields.some(field => refused?.issues.some(isAt(field)));
  return {
    pending,
    /** The message for a field or a path below it; without a field, the message of the first issue. */
    error: (field?: string): string | undefined => {
      const issue = field === undefined ? refused?.issues[0] : refused?.issues.find(isAt(field));
      return issue && t(`issue.${issue.issue}`, { ...issue.values, defaultValue: refused?.message });
    },
    /** The message of a refusal that names none of these fields. */
    other: (fields: readonly string[]): string | undefined =>
      refused && !isUnder(fields) ? refused.message : undefined,
    clear: () => setRefused(null),
    /** Resolves with whether the command succeeded. */
    run: async (command: () => Promise<CommandRefusal>): Promise<boolean> => {
      setPending(true);
      const answer = await command();
      setPending(false);
      setRefused(answer);
      return answer === null;
    },
  };
}

export type CommandState = ReturnType<typeof useCommandState>;
