/** `?id=&section=&at=`: the case, the section of its page, and the time to show. */
import { type CasePage, casePageRules } from '#events/case/pages.ts';

export type CaseSearchParams = { id: string; section?: CasePage; at?: string };

const isPage = (value: unknown): value is CasePage =>
  typeof value === 'string' && Object.hasOwn(casePageRules, value);
const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 64) : '');

export function readCaseSearchParams(raw: Record<string, unknown>): CaseSearchParams {
  const section = isPage(raw.section) ? raw.section : undefined;
  const at = text(raw.at);
  return { id: text(raw.id).toUpperCase(), ...(section && { section }), ...(at && { at }) };
}
