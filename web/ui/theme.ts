/** A tone expresses the urgency of a state. It never appears alone: an icon and a word go with it. */
const TONES = {
  neutral: { ink: 'var(--text-2)', soft: 'var(--sunken)' },
  info: { ink: 'var(--info)', soft: 'var(--info-soft)' },
  violet: { ink: 'var(--violet)', soft: 'var(--violet-soft)' },
  warn: { ink: 'var(--warn)', soft: 'var(--warn-soft)' },
  brand: { ink: 'var(--brand)', soft: 'var(--brand-soft)' },
  ok: { ink: 'var(--ok)', soft: 'var(--ok-soft)' },
  danger: { ink: 'var(--danger)', soft: 'var(--danger-soft)' },
  dangerOutline: { ink: 'var(--danger)', soft: 'transparent' },
} as const;

export type Tone = keyof typeof TONES;

/** Colour theme of the page; `null` follows the system. */
export type Theme = 'light' | 'dark' | null;
