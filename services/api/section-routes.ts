/** Sections of a case. A section is read together with who saved it last, and saved as a whole. */
import { casePageRules } from '#events/case/pages.ts';
import { type SectionName, sectionNames, sectionSchemas } from '#events/case/sections.ts';
import { Refusal } from '#events/errors.ts';
import type { Position } from '#events/person/position.ts';
import { sampleAlignerOrder } from '#events/script/orders.ts';
import { defineBody } from '../http/body.ts';
import { etagOf, maskStaleSection, presentCommandedCase, readIfMatch } from './answer-formats.ts';
import { commandRoute } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import type { Route } from './route.ts';
import { findVisibleCase, parseCaseId } from './visible-case.ts';

/** Readers of sections: those who may open the order form of a case. */
const readers: readonly Position[] = casePageRules.orderForm.positions;

function readSection(deps: ApiDeps, section: SectionName): Route {
  return signedGet({
    path: `/api/cases/:id/${section}`,
    rule: 'session',
    tag: 'case',
    summary: `The section "${section}" and who saved it last.`,
    answer: call => {
      const view = findVisibleCase(deps, call);
      const value = view.sections[section];
      if (!value || !readers.includes(call.viewer.position)) throw new Refusal('permissionError');
      const saved = view.saved[section] ?? null;
      return { caseId: view.caseId, section, value, saved };
    },
    etag: shown => etagOf(shown.saved?.revision ?? 0, shown),
  });
}

const writeSection = (deps: ApiDeps, once: RunIdempotently, section: SectionName): Route =>
  commandRoute(deps, once, {
    method: 'put',
    path: `/api/cases/:id/${section}`,
    rule: 'session',
    tag: 'case',
    summary: `Saves the section "${section}" whole; If-Match refuses where somebody saved it since.`,
    body: defineBody(sectionSchemas[section], sampleAlignerOrder[section]),
    to: ({ c, param }) => ({ caseId: parseCaseId(param('id')), ...readIfMatch(c) }),
    inputOf: (body, { refusal }) => refusal ?? body,
    decide: ({ c, key, viewer, target: { caseId, ifRevision }, input: value }) =>
      deps.perform
        .saveSection(viewer, { ...key, caseId, section, value, ifRevision })
        .catch((error: unknown) => {
          throw c.get('hidden') ? maskStaleSection(error, section) : error;
        }),
    answer: ({ state }, { viewer }) => presentCommandedCase(viewer, state),
    etag: ({ state }) => `"${state.saved[section]?.revision ?? 0}"`,
  });

export const sectionRoutes = (deps: ApiDeps, once: RunIdempotently): Route[] =>
  sectionNames.flatMap(section => [readSection(deps, section), writeSection(deps, once, section)]);
