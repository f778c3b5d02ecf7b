/** The sections of a case: each read with who saved it last, and saved whole. */
import { casePages } from '#events/case/pages.ts';
import { type SectionName, sectionNames, sections } from '#events/case/sections.ts';
import { Refusal } from '#events/errors.ts';
import type { Position } from '#events/person/position.ts';
import { alignerOrder } from '#events/script/orders.ts';
import { accepts, readBodyOrRefusal } from '../http/body.ts';
import { ok } from '../http/envelope.ts';
import { asThen, caseIdOf, seenCase } from './case-of.ts';
import type { Deps } from './deps.ts';
import { get } from './get.ts';
import type { Once } from './once.ts';
import { commanded, etagOf, ifMatch, maskTheirs } from './presented.ts';
import { type Route, route } from './route.ts';

/** Whoever may open the order form of a case may read its sections. */
const readers: readonly Position[] = casePages.orderForm.positions;

function readSection(deps: Deps, section: SectionName): Route {
  return get({
    path: `/api/cases/:id/${section}`,
    rule: 'session',
    tag: 'case',
    summary: `The section "${section}" and who saved it last.`,
    answer: call => {
      const view = seenCase(deps, call);
      const value = view.sections[section];
      if (!value || !readers.includes(call.viewer.position)) throw new Refusal('permissionError');
      const saved = view.saved[section] ?? null;
      return { caseId: view.caseId, section, value, saved };
    },
    etag: shown => etagOf(shown.saved?.revision ?? 0, shown),
  });
}

function writeSection(deps: Deps, once: Once, section: SectionName): Route {
  return route({
    method: 'put',
    path: `/api/cases/:id/${section}`,
    rule: 'session',
    tag: 'case',
    summary: `Saves the section "${section}" whole; If-Match refuses where somebody saved it since.`,
    body: accepts(sections[section], alignerOrder[section]),
    handle: async ({ c, viewer, param }) => {
      const caseId = caseIdOf(param('id'));
      const { ifRevision, refusal } = ifMatch(c);
      const value = refusal ?? (await readBodyOrRefusal(c, sections[section]));
      const done = await once(c, viewer.id, value, (commandId, nothing) =>
        nothing
          ? asThen(deps, caseId, nothing)
          : deps.perform.saveSection(viewer, { caseId, commandId, section, value, ifRevision }),
      ).catch((error: unknown) => {
        throw c.get('hidden') ? maskTheirs(error, section) : error;
      });
      const etag = `"${done.state.saved[section]?.revision ?? 0}"`;
      return ok(c, deps, { ...commanded(viewer, done.state), etag }, { position: done.position, etag });
    },
  });
}

export const sectionRoutes = (deps: Deps, once: Once): Route[] =>
  sectionNames.flatMap(section => [readSection(deps, section), writeSection(deps, once, section)]);
