/**
 * Ends the session after fifteen minutes without an act, and warns one minute before (product-spec.md 9).
 * Side effects only through `IdleTimerDeps`.
 */
import { idleMs, idleWarningMs } from '#events/person/idle-limits.ts';

export type IdleState = { phase: 'active' } | { phase: 'warning'; endsAt: number } | { phase: 'ended' };

export type IdleTimerDeps = {
  now: () => number;
  /** Calls `run` once after the delay; returns a function that cancels it. */
  after: (milliseconds: number, run: () => void) => () => void;
  /** Time of the last act in any tab, ms. */
  lastAct: () => number;
  acted: (now: number) => void;
  onState: (state: IdleState) => void;
  /** Called while the person acts but the server has received no request for `keepAliveMs`. */
  keepAlive: () => void;
};

/** Maximum interval between keep-alive requests while the person acts. */
export const keepAliveIntervalMs = 4 * 60_000;

export type IdleTimer = {
  /**
   * Records a key, press or touch. Ignored during the warning: a brushed mouse must not extend the session.
   */
  act(): void;
  /** Handles "Stay signed in". */
  stay(): void;
  /** Checks the time again: another tab may have recorded an act. */
  look(): void;
  stop(): void;
};

/** Starts the idle timer. Each wake-up reads `lastAct`, because another tab may have recorded an act. */
export function startIdleTimer(ports: IdleTimerDeps): IdleTimer {
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
    const endsAt = last + idleMs;
    if (now >= endsAt) return turn({ phase: 'ended' });
    const warnAt = endsAt - idleWarningMs;
    turn(now >= warnAt ? { phase: 'warning', endsAt } : { phase: 'active' });
    if (last > heard && now - heard >= keepAliveIntervalMs) tell(now);
    const next = phase === 'warning' ? endsAt : Math.min(warnAt, now + keepAliveIntervalMs);
    cancel = ports.after(Math.max(1, next - now), wake);
  };
  const tell = (now: number) => {
    heard = now;
    ports.keepAlive();
  };
  const acted = () => {
    const now = ports.now();
    ports.acted(now);
    if (now - heard >= keepAliveIntervalMs) tell(now);
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
