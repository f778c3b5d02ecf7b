/** Reads the newest month again when pushed rows say that something happened. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { socketChannel } from '#web/lib/socket.ts';
import { refreshHistory } from './replay-queries.ts';

/** Pushes within this time lead to one reading. */
const gatherMs = 1000;

export function useLiveHistory(): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      // A reading that fails is made up for by the next one.
      void refreshHistory(client).then(
        () => undefined,
        () => undefined,
      );
      timer = undefined;
    };
    const end = socketChannel.on('rows', () => {
      timer ??= setTimeout(read, gatherMs);
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [client]);
}
