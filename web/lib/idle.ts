/** Fifteen minutes without an act end the session, with a warning a minute before (product-spec.md 9). Pure but for its ports. */
import { limits } from '#events/case/options.ts';

export type IdleState = { phase: 'active' } | { phase: 'warning'; endsAt: number } | { phase: 'ended' };

export type IdlePorts = {
  now: () => number;
  /** Calls once after so many milliseconds; the answer takes it back. */
  after: (milliseconds: number, run: () => void) => () => void;
  /** When any tab saw the last act, ms. */
  lastAct: () => number;
  acted: (now: number) => void;
  onState: (state: IdleState) => void;
  /** The person is here but the server has not heard of it for a while. */
  keepAlive: () => void;
};

/** The server hears of an act at least this often while there are acts. */
export const keepAliveMs = 4 * 60_000;

export type Idle = {
  /** A key, a press, a touch. While the warning stands only `stay` counts: a mouse brushed in passing does not. */
  act(): void;
  /** "Stay signed in". */
  stay(): void;
  /** Looks at the time again: another tab may have seen an act. */
  look(): void;
  stop(): void;
};

/** Starts counting. It asks `lastAct` again each time it wakes, since another tab may have seen an act. */
export function watchIdle(ports: IdlePorts): Idle {
  let phase: IdleState['phase'] = 'active';
  let heard = ports.now();
  let cancel: () => void = () => undefined;

  const turn = (state: IdleState) => {
    if (state.phase === phase && phase !== 'warning') return;
    phase = state.phase;
    ports.onState(state);
  };
  const wake = () => {
    const now = ports.now();
    const last = ports.lastAct();
    const endsAt = last + limits.idleMs;
    if (now >= endsAt) return turn({ phase: 'ended' });
    const warnAt = endsAt - limits.idleWarningMs;
    turn(now >= warnAt ? { phase: 'warning', endsAt } : { phase: 'active' });
    if (last > heard && now - heard >= keepAliveMs) tell(now);
    const next = phase === 'warning' ? endsAt : Math.min(warnAt, now + keepAliveMs);
    cancel = ports.after(Math.max(1, next - now), wake);
  };
  const tell = (now: number) => {
    heard = now;
    ports.keepAlive();
  };
  const acted = () => {
    const now = ports.now();
    ports.acted(now);
    if (now - heard >= keepAliveMs) tell(now);
  };

  ports.acted(ports.now());
  wake();
  return {
    act: () => {
      if (phase === 'active') acted();
    },
    stay: () => {
      if (phase !== 'warning') return;
      cancel();
      ports.acted(ports.now());
      tell(ports.now());
      wake();
    },
    look: () => {
      if (phase === 'ended') return;
      cancel();
      wake();
    },
    stop: () => cancel(),
  };
}
