/** Which counters a member of staff sees: those of the work that the position does. */
import { type Group, groupNames } from '#events/case/status.ts';
import type { Counts } from '#projections/caseList/item.ts';
import type { Tone } from '#web/ui/theme.ts';

export type Counter = { name: string; n: number; href: string };

const byPosition: Record<string, readonly Group[]> = {
  Technician: ['design', 'expert', 'doctor'],
  Specialist: ['expert', 'design', 'doctor'],
  SuperMechanic: ['toAccept', 'toDistribute', 'design', 'expert', 'production'],
  Service: ['toAccept', 'design', 'doctor', 'delivery'],
  VendorAdmin: ['production', 'delivery', 'treatment', 'completed'],
  Admin: ['draft', 'toAccept', 'design', 'production', 'treatment'],
  Analyst: ['draft', 'toAccept', 'design', 'production', 'treatment'],
};

const tones: Partial<Record<Group, Tone>> = {
  toAccept: 'info',
  toDistribute: 'info',
  design: 'violet',
  expert: 'violet',
  doctor: 'warn',
  production: 'info',
  delivery: 'info',
  treatment: 'brand',
  completed: 'ok',
};

/** The counters of a member of staff, `all` last; null for doctors, assistants and self-designers. */
export function staffCounters(position: string, counts: Counts): (Counter & { tone: Tone })[] | null {
  const groups = byPosition[position];
  if (!groups) return null;
  return [...groups, 'all' as const].map(name => {
    const index = groupNames.indexOf(name);
    const href = name === 'all' ? '/caseList' : `/caseList?filter=${index}`;
    return { name, n: counts.filters[index] ?? 0, href, tone: tones[name] ?? 'neutral' };
  });
}
