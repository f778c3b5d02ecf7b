/** Asks a question, and stops it. Only one question runs at a time: a new question ends the previous one. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AskAnswer } from '#services/api/answers.ts';
import { ApiError, apiOf } from '#web/lib/api.ts';
import type { AskSearch } from './ask-search.ts';

export type AskState = {
  isRunning: boolean;
  answer?: { asked: AskSearch; table: AskAnswer };
  error?: ApiError;
  /** The person stopped it. */
  isStopped?: true;
};

const bodyOf = ({ q: sql, params, asOf }: AskSearch, id: string) => ({ sql, params, asOf, id });

export function useAsk() {
  const client = useQueryClient();
  const [asking, setAsking] = useState<AskState>({ isRunning: false });
  const running = useRef<AbortController & { id?: string }>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = async (asked: AskSearch) => {
    running.current?.abort();
    const id = crypto.randomUUID();
    const own = Object.assign(new AbortController(), { id });
    running.current = own;
    setAsking(({ answer }) => ({ isRunning: true, answer }));
    try {
      const call = { body: bodyOf(asked, id), signal: own.signal };
      const { data: table } = await apiOf(client).send('POST', '/analysis/ask', call);
      if (running.current === own) setAsking({ isRunning: false, answer: { asked, table } });
    } catch (error) {
      if (running.current !== own) return;
      if (own.signal.aborted) setAsking(({ answer }) => ({ isRunning: false, answer, isStopped: true }));
      else if (error instanceof ApiError) setAsking({ isRunning: false, error });
      else throw error;
    }
  };
  const stop = () => {
    const { current } = running;
    if (!current || current.signal.aborted) return;
    // Ends the question on the server, because a proxy may keep the request open after the page has closed it.
    void apiOf(client)
      .send('DELETE', `/analysis/ask/${current.id}`)
      .catch(() => undefined);
    current.abort();
  };
  return { ...asking, run: (asked: AskSearch) => void run(asked), stop };
}
