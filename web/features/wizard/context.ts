/** What the steps of the wizard share: the case, its draft, its uploads, and where things lead. */
import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { MissingField } from '#events/case/draft.ts';
import { type SectionName, sectionNames } from '#events/case/sections.ts';
import type { Contradiction } from '#events/contradiction/contradictions.ts';
import type { Fix } from '#events/contradiction/rule.ts';
import type { CaseView } from '#projections/case/view.ts';
import type { Uploads } from '#web/features/file/useUploads.ts';
import type { Draft } from './autosave.ts';
import type { DraftState } from './draft-state.ts';
import type { Edited } from './fields.ts';
import type { WizardStep } from './steps.ts';
import type { ModelsAsked } from './useMixedUp.ts';

export type WizardState = {
  step: WizardStep;
  view: CaseView;
  userId: string;
  draft: Draft;
  state: DraftState;
  edited: Edited;
  missing: MissingField[];
  clashes: Contradiction[];
  uploads: Uploads;
  models: ModelsAsked;
  go: (href: string, replace?: boolean) => void;
};

export const WizardContext = createContext<WizardState | null>(null);

/** @throws Error outside of a case's steps */
export function useWizard(): WizardState {
  const wizard = useContext(WizardContext);
  if (!wizard) throw new Error('this stands outside of the wizard');
  return wizard;
}

export type SectionForm<S extends SectionName> = {
  value: Edited[S];
  set: (patch: Partial<Edited[S]>) => void;
  /** What is wrong with a field, in words. */
  error: (path: string) => string | undefined;
  check: () => void;
  locked: boolean;
};

/** One section as a form has it. */
export function useSection<S extends SectionName>(section: S): SectionForm<S> {
  const { draft, state, edited } = useWizard();
  const { t } = useTranslation('error');
  const { issues, locked } = state.sections[section];
  return {
    value: edited[section],
    set: patch => draft.change(section, patch),
    error: path => {
      const found = issues.find(i => i.path === path || i.path.startsWith(`${path}.`));
      return found && t(`issue.${found.issue}`, { ...found.values });
    },
    check: () => draft.check(section),
    locked,
  };
}

/** Answers that a way out only takes back, and where each is given again. */
export const askedAgain: Partial<Record<Fix['way'], Pick<MissingField, 'section' | 'field'>>> = {
  birthAgain: { section: 'patient', field: 'birthDate' },
  molarsAgain: { section: 'prescription', field: 'molarRight' },
  overbiteAgain: { section: 'prescription', field: 'overbite' },
  overjetAgain: { section: 'prescription', field: 'overjet' },
  widthAgain: { section: 'prescription', field: 'lingual.archWidth' },
};

/** Takes a way out of a contradiction. */
export function takeWay(draft: Draft, { patch }: Fix): void {
  for (const section of sectionNames) {
    const part = patch[section];
    if (part) draft.change(section, part);
  }
}
