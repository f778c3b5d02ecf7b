/** A note as text, after the keyed reasons that were chosen with it. */
import type { TFunction } from 'i18next';
import type { Reason } from '#events/case/reasons.ts';

type Noted = { note: string | null; reasons: readonly Reason[] };

/**
 * Returns `Occlusion, Staging: the note`; empty if there is neither. Needs the dictionary `rx`.
 * @param quoted puts the note in quotation marks, for a note within a sentence
 */
export function noteText(t: TFunction, { note, reasons }: Noted, quoted = false): string {
  const words = reasons.map(reason => t(`rx:option.reason.${reason}`)).join(t('rx:reasons.comma'));
  const said = note && quoted ? `“${note}”` : (note ?? '');
  return words && said ? t('rx:reasons.withNote', { reasons: words, note: said }) : words || said;
}
