/** Redraws the current aligner of each arch, in the elements that the server rendered. */

import type { Translate } from '#web/features/patient/translator.ts';
import type { Arch, WearPageContent } from '#web/features/patient/wear-page-content.ts';
import { progressPaths } from '#web/ui/arch.ts';

const alignerWords = (say: Translate, arch: Arch, stage: number) =>
  say('aligner', { arch: say(`arch.${arch}`), stage });

export function updateArches({ arches }: WearPageContent, say: Translate): void {
  for (const { arch, stage, total, passive } of arches) {
    const at = document.querySelector<HTMLElement>(`[data-arch="${arch}"]`);
    const svg = at?.querySelector('svg');
    if (!at || !svg) continue;
    const { off, on } = progressPaths(stage, total, 'medium');
    const [, dim, lit] = svg.querySelectorAll('path');
    dim?.setAttribute('d', off);
    lit?.setAttribute('d', on);
    svg.setAttribute('aria-label', say('stageOf', { stage, total }));
    const number = at.querySelector<HTMLElement>('[data-say="stage"]');
    if (number) number.textContent = String(stage);
    const note = at.querySelector<HTMLElement>('[data-say="passive"]');
    if (note) note.hidden = !passive;
    const choice = document.querySelector(`[data-choice="${arch}"]`);
    if (choice) choice.textContent = alignerWords(say, arch, stage);
  }
}
