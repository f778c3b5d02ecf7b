/** The counters of a person: a doctor's five, or those of the work that a member of staff does (lifecycle.md). */
import {
  counterNames,
  counters,
  type Group,
  groupNames,
  groups,
  type Status,
  uncountedStatuses,
} from '#events/case/status.ts';
import type { Counts } from '#projections/caseList/item.ts';
import type { Tone } from '#web/ui/theme.ts';

export type Counter = {
  /** Dictionary key of its name, with its namespace. */
  name: string;
  n: number;
  href: string;
  tone: Tone;
  /** What it is made of: the statuses with the most cases in them. */
  parts: { status: Status; n: number }[];
};

const doctors: Record<(typeof counterNames)[number], Tone> = {
  toSubmit: 'neutral',
  designing: 'violet',
  doctorAdjust: 'warn',
  inTreatment: 'brand',
  all: 'neutral',
};

const staff: Record<string, readonly Group[]> = {
  Technician: ['design', 'expert', 'doctor'],
  Specialist: ['expert', 'design', 'doctor'],
  SuperMechanic: ['toAccept', 'toDistribute', 'design', 'expert', 'production'],
  Service: ['toAccept', 'design', 'doctor', 'delivery'],
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

const most = 2;

/** The statuses with the most of these cases. */
export function partsOf(statuses: readonly Status[], counts: Counts): Counter['parts'] {
  const parts = statuses.map(status => ({ status, n: counts.byStatus[status] ?? 0 }));
  return parts
    .filter(part => part.n > 0)
    .sort((a, b) => b.n - a.n)
    .slice(0, most);
}

/** The counters that this position sees, `all` last. */
export function countersOf(position: string, counts: Counts): Counter[] {
  const own = staff[position];
  if (!own)
    return counterNames.map(name => ({
      name: `case:counter.${name}`,
      n: counts.counters[name] ?? 0,
      href: name === 'all' ? '/caseList' : `/caseList?counter=${name}`,
      tone: doctors[name],
      parts: partsOf(name === 'all' ? uncountedStatuses : counters[name], counts),
    }));
  return [...own, 'all' as const].map(name => ({
    name: `case:group.${name}`,
    n: counts.filters[groupNames.indexOf(name)] ?? 0,
    href: name === 'all' ? '/caseList' : `/caseList?filter=${groupNames.indexOf(name)}`,
    tone: tones[name] ?? 'neutral',
    parts: partsOf(name === 'all' ? uncountedStatuses : groups[name], counts),
  }));
}
