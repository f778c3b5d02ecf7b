/** A person's counters: five for doctors, otherwise those of the staff position's work (lifecycle.md). */
import {
  counterNames,
  type Status,
  type StatusGroup,
  statusesByCounter,
  statusesByGroup,
  statusGroupNames,
  uncountedStatuses,
} from '#events/case/status.ts';
import type { CaseCounts } from '#projections/caseList/item.ts';
import type { Tone } from '#web/ui/theme.ts';

export type CaseCounter = {
  /** Dictionary key of its name, with the namespace. */
  name: string;
  n: number;
  href: string;
  tone: Tone;
  /** The statuses with the most of the counter's cases, at most two. Of `all`: statuses that no other counter counts. */
  parts: { status: Status; n: number }[];
};

const doctors: Record<(typeof counterNames)[number], Tone> = {
  toSubmit: 'neutral',
  designing: 'violet',
  doctorAdjust: 'warn',
  inTreatment: 'brand',
  all: 'neutral',
};

const staff: Record<string, readonly StatusGroup[]> = {
  Technician: ['design', 'expert', 'doctor'],
  Specialist: ['expert', 'design', 'doctor'],
  SuperMechanic: ['toAccept', 'toDistribute', 'design', 'expert', 'production'],
  Service: ['toAccept', 'design', 'doctor', 'delivery'],
  Admin: ['draft', 'toAccept', 'design', 'production', 'treatment'],
  Analyst: ['draft', 'toAccept', 'design', 'production', 'treatment'],
};

const tones: Partial<Record<StatusGroup, Tone>> = {
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

const maxParts = 2;

/** Returns the statuses with the most cases, at most `maxParts`. */
export function largestStatusCounts(statuses: readonly Status[], counts: CaseCounts): CaseCounter['parts'] {
  const parts = statuses.map(status => ({ status, n: counts.byStatus[status] ?? 0 }));
  return parts
    .filter(part => part.n > 0)
    .sort((a, b) => b.n - a.n)
    .slice(0, maxParts);
}

/** The counters of a position, `all` last. */
export function countersForPosition(position: string, counts: CaseCounts): CaseCounter[] {
  const own = staff[position];
  if (!own)
    return counterNames.map(name => ({
      name: `case:counter.${name}`,
      n: counts.counters[name] ?? 0,
      href: name === 'all' ? '/caseList' : `/caseList?counter=${name}`,
      tone: doctors[name],
      parts: largestStatusCounts(name === 'all' ? uncountedStatuses : statusesByCounter[name], counts),
    }));
  return [...own, 'all' as const].map(name => ({
    name: `case:group.${name}`,
    n: counts.filters[statusGroupNames.indexOf(name)] ?? 0,
    href: name === 'all' ? '/caseList' : `/caseList?filter=${statusGroupNames.indexOf(name)}`,
    tone: tones[name] ?? 'neutral',
    parts: largestStatusCounts(name === 'all' ? uncountedStatuses : statusesByGroup[name], counts),
  }));
}
