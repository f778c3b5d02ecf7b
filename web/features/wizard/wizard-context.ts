/** The shared state of the wizard's steps: the case, its draft, its uploads, and navigation. */
import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { MissingField } from '#events/case/draft.ts';
import { type SectionName, sectionNames } from '#events/case/sections.ts';
import type { Contradiction } from '#events/contradiction/contradictions.ts';
import type { ContradictionFix } from '#events/contradiction/rule.ts';
import type { CaseView } from '#projections/case/view.ts';
import type { UploadControl } from '#web/features/file/useUploads.ts';
import type { CaseDraft } from './autosave.ts';
import type { DraftState } from './draft-state.ts';
import type { EditableSections } from './fields.ts';
import type { WizardStep } from './steps.ts';
import type { PlacementQuestions } from './useModelPlacementQuestions.ts';

export type WizardState = {
  step: WizardStep;
  view: CaseView;
  userId: string;
  draft: CaseDraft;
  state: DraftState;
  edited: EditableSections;
  missing: MissingField[];
  clashes: Contradiction[];
  uploads: UploadControl;
  models: PlacementQuestions;
  go: (href: string, replace?: boolean) => void;
};

export const WizardContext = createContext<WizardState | null>(null);

/** @throws Error outside the wizard */
export function useWizard(): WizardState {
  const wizard = useContext(WizardContext);
  if (!wizard) throw new Error('useWizard is used outside the wizard');
  return wizard;
}

export type SectionForm<S extends SectionName> = {
  value: EditableSections[S];
  set: (patch: Partial<EditableSections[S]>) => void;
  /** The error of a field as text. */
  error: (path: string) => string | undefined;
  check: () => void;
  locked: boolean;
};

/** One section as its form uses it. */
export function useSectionForm<S extends SectionName>(section: S): SectionForm<S> {
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

/** By resolution of a contradiction: the field that the resolution clears, and that the doctor answers again. */
export const clearedFieldByResolution: Partial<
  Record<ContradictionFix['way'], Pick<MissingField, 'section' | 'field'>>
> = {
  birthAgain: { section: 'patient', field: 'birthDate' },
  molarsAgain: { section: 'prescription', field: 'molarRight' },
  overbiteAgain: { section: 'prescription', field: 'overbite' },
  overjetAgain: { section: 'prescription', field: 'overjet' },
  widthAgain: { section: 'prescription', field: 'lingual.archWidth' },
};

/** Applies a resolution of a contradiction. */
export function applyResolution(draft: CaseDraft, { patch }: ContradictionFix): void {
  for (const section of sectionNames) {
    const part = patch[section];
    if (part) draft.change(section, part);
  }
}
