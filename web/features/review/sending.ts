/** Sending what was said: one thing at a time, and the fields that the server names. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '#events/case/rules.ts';
import type { Issue } from '#events/errors.ts';
import { act } from '#web/lib/act.ts';

export type Sending = {
  pending: boolean;
  /** The words of what is wrong with a field. */
  error: (path: string) => string | undefined;
  /** Resolves with whether it was done. */
  send: (action: Action, input: object) => Promise<boolean>;
  clear: () => void;
};

export function useSending(caseId: string): Sending {
  const { t } = useTranslation('error');
  const [pending, setPending] = useState(false);
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const send = async (action: Action, input: object) => {
    setPending(true);
    const done = await act(caseId, action, input);
    setPending(false);
    setIssues(done.ok ? [] : done.error.issues);
    return done.ok;
  };
  const error = (path: string) => {
    const found = issues.find(i => i.path === path);
    return found && t(`issue.${found.issue}`, { ...found.values });
  };
  return { pending, error, send, clear: () => setIssues([]) };
}

/**
 * Ctrl Enter sends from every field of a form, and Escape leaves it. What is taken here never reaches the page, where
 * Ctrl Enter approves.
 */
export const formKeys =
  (submit: () => void, leave: () => void) =>
  (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'defaultPrevented' | 'preventDefault'>) => {
    const sends = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (event.defaultPrevented || !(sends || event.key === 'Escape')) return;
    event.preventDefault();
    if (sends) submit();
    else leave();
  };

/** Escape in a comment: takes back the wish to pin it, and only then leaves the form. */
export const leavePin = ({ wanted, stop }: { wanted: boolean; stop: () => void }, leave: () => void): void =>
  wanted ? stop() : leave();

/** `0.5` and `0,5`; null where it is no number. */
export function numberOf(text: string): number | null {
  const plain = text.trim().replace(',', '.').replace('−', '-');
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : null;
}
