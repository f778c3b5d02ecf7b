/** State of one command at a time: whether it is in progress, and the texts of its refusal. */
import { useState } from 'react';
import type { CommandRefusal } from './act.ts';
import { useIssueTexts } from './useIssueTexts.ts';

export function useCommandState() {
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<CommandRefusal>(null);
  const texts = useIssueTexts(refused);
  return {
    pending,
    /** The message for a field or a path below it; without a field, the message of the first issue. */
    error: texts.at,
    /** The message of a refusal that names none of these fields. */
    other: texts.above,
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
