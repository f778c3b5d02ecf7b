/**
 * Finds answers that cannot all hold, before a technician does. Shared by the server's guard and the wizard.
 * Words: `rx:option.contradiction` (name) and `wizard:clash` (explanation).
 */
import { type Option, options } from '../case/options.ts';
import type { Sections } from '../case/sections.ts';
import { biteRules } from './bite.ts';
import { extractionRules } from './extraction.ts';
import { immovableTeethRules } from './immovable-teeth.ts';
import { iprRules } from './ipr.ts';
import { lingualRules } from './lingual.ts';
import { markRules } from './marks.ts';
import { recordRules } from './records.ts';
import type {
  ContradictionFacts,
  ContradictionFix,
  ContradictionRule,
  ContradictionValues,
  FieldLocation,
  Severity,
} from './rule.ts';
import { spaceRules } from './space.ts';

export type ContradictionName = Option<'contradiction'>;
export type Overruling = NonNullable<Sections['data']['overruled']>[number];

export const contradictionRules: Record<ContradictionName, ContradictionRule> = {
  ...extractionRules,
  ...iprRules,
  ...markRules,
  ...immovableTeethRules,
  ...spaceRules,
  ...biteRules,
  ...recordRules,
  ...lingualRules,
};

export type Contradiction = {
  name: ContradictionName;
  level: Severity;
  at: FieldLocation;
  values: ContradictionValues;
  ways: readonly ContradictionFix[];
  /** Reason for overriding a warning; null for errors and open warnings. */
  overruled: string | null;
};

/** Key of the values that an override applies to. Other values need a new override. */
export const overrideKey = (values: ContradictionValues): string =>
  JSON.stringify(Object.fromEntries(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))));

function reasonFor(
  name: ContradictionName,
  values: ContradictionValues,
  { sections }: ContradictionFacts,
): string | null {
  if (contradictionRules[name].level === 'error') return null;
  const about = overrideKey(values);
  const said = sections.data.overruled?.find(one => one.rule === name && one.about === about);
  return said?.reason ?? null;
}

/**
 * Returns a case's contradictions in the order of `options.contradiction`, overridden ones with their reason.
 */
export function findContradictions(facts: ContradictionFacts): Contradiction[] {
  const { method } = facts.sections.prescription;
  return options.contradiction.flatMap(name => {
    const { looks, level, at, method: only } = contradictionRules[name];
    const hit = only === undefined || only === method ? looks(facts) : null;
    if (!hit) return [];
    const { values, ways, field = at.field } = hit;
    const overruled = reasonFor(name, values, facts);
    return [{ name, level, at: { section: at.section, field }, values, ways, overruled }];
  });
}

/** Contradictions that block the submission. */
export const unresolvedContradictions = (all: readonly Contradiction[]): Contradiction[] =>
  all.filter(one => one.overruled === null);

/** Overrides that still apply. Drops those of contradictions that are gone or have other values. */
export function applicableOverrulings(all: readonly Contradiction[]): Overruling[] {
  return all.flatMap(({ name, values, overruled }) =>
    overruled === null ? [] : [{ rule: name, about: overrideKey(values), reason: overruled }],
  );
}

/** Returns the overrides with a reason for one warning, or without it if `reason` is null. */
export function withOverrulingReason(
  said: readonly Overruling[] | undefined,
  { name, values }: Pick<Contradiction, 'name' | 'values'>,
  reason: string | null,
): Overruling[] {
  const others = (said ?? []).filter(one => one.rule !== name);
  return reason === null ? others : [...others, { rule: name, about: overrideKey(values), reason }];
}

/** Applies a fix to the sections. */
export function applyFix(sections: Sections, { patch }: ContradictionFix): Sections {
  const changed = Object.entries(patch).map(([name, part]) => [
    name,
    { ...sections[name as keyof Sections], ...part },
  ]);
  return { ...sections, ...Object.fromEntries(changed) };
}
