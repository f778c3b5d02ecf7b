/** Texts about an order that several screens share. */
import type { TFunction } from 'i18next';
import { retainerId } from '#events/retainer/retainer.ts';
import type { RetainerBasisDraft } from './retainer-form.ts';

/** The basis of one arch in a few words. */
export function retainerBasisText(
  caseId: string,
  { kind, stage, order }: RetainerBasisDraft,
  t: TFunction,
): string {
  return t(`retainer:basisText.${kind}`, {
    stage: stage ?? '–',
    order: order === null ? '–' : retainerId(caseId, order),
  });
}

export const fixedRetainerText = (fixed: number, t: TFunction): string =>
  t(`rx:option.retainerFixed.${fixed}`);
