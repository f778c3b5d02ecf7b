/** `?q=&p=&asOf=`: a question is a link. `q`: a text in SQL, or the id of a saved question. `p`: the parameters as JSON. */
import { analysisHref } from '../analysis-href.ts';
import type { AnalysisScreenProps } from '../screen-components.ts';
import type { Params } from './ask-text.ts';

export type AskSearch = {
  q: string;
  params: Params;
  /** A position, a day or an ISO time; absent: now. */
  asOf?: string;
};

const isParam = (value: unknown): value is Params[string] =>
  typeof value === 'object' && value !== null && 'type' in value && 'value' in value;

/** Leaves out unreadable parameters, so that a truncated link still opens. */
function readParams(text: string | undefined): Params {
  try {
    const read: unknown = JSON.parse(text ?? '{}');
    return Object.fromEntries(Object.entries(read ?? {}).filter(([, value]) => isParam(value)));
  } catch {
    return {};
  }
}

export const readAskSearch = ({ q, p, asOf }: AnalysisScreenProps['search']): AskSearch => ({
  q: String(q ?? ''),
  params: readParams(p === undefined ? undefined : typeof p === 'string' ? p : JSON.stringify(p)),
  asOf: asOf ? String(asOf).slice(0, 40) : undefined,
});

/** The id of the saved question that `q` names. A text in SQL never looks like such an id. */
export const savedQuestionIdOf = ({ q }: AskSearch): string | undefined =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(q) ? q : undefined;

export const askHref = ({ q, params, asOf }: AskSearch): string =>
  analysisHref('ask', { q, p: Object.keys(params).length > 0 ? JSON.stringify(params) : undefined, asOf });

export const savedQuestionHref = (id: string): string => analysisHref('ask', { q: id });
