/** A number of seconds that runs down to zero. */
import { useEffect, useState } from 'react';

const second = 1000;

export function useCountdown(): [left: number, start: (seconds: number) => void] {
  const [left, setLeft] = useState(0);
  const runs = left > 0;
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => setLeft(before => Math.max(0, before - 1)), second);
    return () => clearInterval(timer);
  }, [runs]);
  return [left, setLeft];
}
