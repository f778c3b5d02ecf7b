/** The glossary: all known terms by group. */
import { anatomyTerms } from './anatomy.ts';
import { applianceTerms } from './appliance.ts';
import { movementTerms } from './movement.ts';
import { occlusionTerms } from './occlusion.ts';
import { planningTerms } from './planning.ts';
import { procedureTerms } from './procedure.ts';
import { productionTerms } from './production.ts';
import { recordTerms } from './records.ts';
import type { Term } from './term.ts';
import { wearTerms } from './wear.ts';

export const glossary: readonly Term[] = [
  ...[
    anatomyTerms,
    occlusionTerms,
    movementTerms,
    applianceTerms,
    planningTerms,
    procedureTerms,
    recordTerms,
    productionTerms,
    wearTerms,
  ].flat(),
];

const byId = new Map(glossary.map(term => [term.id, term]));

/** Returns the term with this id. */
export const findTerm = (id: string): Term | undefined => byId.get(id);

/** Everyday words that contain a term. They are not marked as terms. */
export const ordinaryWords: readonly string[] = [
  ...[
    '见附件',
    '邮件附件',
    '附件里',
    '附件中',
    '附件文件',
    '覆盖面',
    '覆盖范围',
    '全覆盖',
    '诊断书',
    '修复问题',
  ],
  ...['email attachment', 'attached file', 'root cause', 'rule of thumb', 'word root', 'a little bite'],
  ...['retraction of', 'slot machine', 'crown court', 'alignment meeting', 'setup fee', 'setup file'],
];
