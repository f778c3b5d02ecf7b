/** Imports of people from a file: an Admin checks it, invites all its people or none, and withdraws them together. */
import * as z from 'zod/mini';
import { idSchema } from '#events/case/fields.ts';
import { limits } from '#events/case/limits.ts';
import { Refusal } from '#events/errors.ts';
import { parse } from '#events/parse.ts';
import type { Directory } from '#events/person/directory.ts';
import { importLimits, openInvitationsOfImport, type PeopleImport } from '#events/person/import.ts';
import type { ImportTarget } from '#events/person/import-check.ts';
import { isInvitedByPhone } from '#events/person/invitation.ts';
import type { Viewer } from '#events/person/position.ts';
import { pagingParamSchemas } from '#projections/view-routes.ts';
import { createFairSemaphore } from '../concurrency/fair-semaphore.ts';
import { defineBody } from '../http/body.ts';
import { answerOk } from '../http/envelope.ts';
import { formatCsvTemplate, importWordsOf, templateHeadingsOf } from '../imports/import-words.ts';
import { readTableInThread } from '../imports/read-table-thread.ts';
import { createPeopleImports, invitedIdsOfImport } from '../people/imports.ts';
import { isOwnOrServed, requireAdministeredImport, requireAdministeredOrgId } from './administration.ts';
import { commandRoute } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { writeWorkbook } from './export-worker.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import { checkImportInSlices, presentImportCheck } from './import-check.ts';
import type { ImportItem, ImportWithSendings } from './invitation-answers.ts';
import { readInvitationSending } from './invitation-routes.ts';
import { pageOfList } from './personal-list-routes.ts';
import { type Route, signedRoute } from './route.ts';

const common = { rule: ['Admin'] as const, tag: 'people' };

/** Length of the largest file in Base64. */
const CONTENT_MAX = Math.ceil(importLimits.fileBytes / 3) * 4;

const fileSchema = z.strictObject({
  /** An xlsx or CSV file in Base64. */
  content: z
    .string()
    .check(
      z.minLength(1, { error: 'import-empty' }),
      z.maxLength(CONTENT_MAX, { error: 'import-large' }),
      z.regex(/^[A-Za-z0-9+/]*={0,2}$/, { error: 'import-unreadable' }),
    ),
  orgId: z.optional(idSchema),
  /** Language of the messages to people whose row names none. */
  lang: z.enum(['en', 'zh-CN']),
});
type File = z.infer<typeof fileSchema>;

const example = {
  content: Buffer.from('Name,Position,E-mail,Phone\n周涛,Technician,zhou.tao@clinic.example,\n').toString(
    'base64',
  ),
  lang: 'zh-CN',
} as const;

/** Files that are read at once: each takes a thread. One Admin's files leave the other thread free. */
const readings = { atOnce: 2, perPersonAtOnce: 1, waitMost: 20, perPerson: 4 };

function createReader({ words }: ApiDeps, readTable: typeof readTableInThread) {
  const semaphore = createFairSemaphore(readings);
  const known = importWordsOf(words);
  return (viewer: Viewer, { content }: File) =>
    semaphore.run(viewer.id, () =>
      readTable({ bytes: Uint8Array.from(Buffer.from(content, 'base64')), words: known }),
    );
}
type Reader = ReturnType<typeof createReader>;

const targetOf = ({ sms }: ApiDeps, { lang }: File, orgId: string): ImportTarget => ({
  orgId,
  lang,
  isSmsOn: sms !== undefined,
});

const checkRoute = (deps: ApiDeps, read: Reader): Route =>
  signedRoute({
    ...common,
    method: 'post',
    path: '/api/imports/check',
    summary: 'Checks a file of people: what an import would do, and the issues of each cell. Stores nothing.',
    body: defineBody(fileSchema, example),
    handle: async ({ c, viewer, ctx, body }) => {
      const file = await body();
      const orgId = requireAdministeredOrgId(await deps.people.current(), viewer, file.orgId);
      const table = await read(viewer, file);
      const rows = await checkImportInSlices(await deps.people.current(), table, targetOf(deps, file, orgId));
      return answerOk(c, deps, presentImportCheck(table, rows, ctx.hidden));
    },
  });

function present({ models }: ApiDeps, directory: Directory, known: PeopleImport): ImportItem {
  const { importId, orgId, at, by, count } = known;
  const accepted = invitedIdsOfImport(known).filter(person => directory.people.has(person)).length;
  const open = openInvitationsOfImport(directory, importId).length;
  return { id: importId, orgId, at, by: models.personRef(by), count, accepted, open };
}

const none = () => ({ waiting: 0, sent: 0, failed: 0, expired: 0 });

async function progressOf(
  deps: ApiDeps,
  directory: Directory,
  known: PeopleImport,
): Promise<ImportWithSendings> {
  const counts = { mail: none(), sms: none() };
  for (const open of openInvitationsOfImport(directory, known.importId)) {
    const { sending } = await readInvitationSending(deps, open);
    counts[isInvitedByPhone(open) ? 'sms' : 'mail'][sending] += 1;
  }
  return { ...present(deps, directory, known), ...counts };
}

const readRoutes = (deps: ApiDeps): Route[] => [
  signedGet({
    ...common,
    path: '/api/imports',
    summary: 'Imports of people with open invitations, newest first.',
    query: z.strictObject(pagingParamSchemas),
    answer: async ({ viewer, query }) => {
      const { page = 1, size = limits.pageSize } = query();
      const directory = await deps.people.current();
      const all = [...directory.imports.values()]
        .filter(({ orgId }) => isOwnOrServed(directory, viewer, orgId))
        .map(known => present(deps, directory, known))
        .filter(({ open }) => open > 0)
        .sort((a, b) => b.at.localeCompare(a.at));
      return pageOfList(all, { page, size });
    },
  }),
  signedGet({
    ...common,
    path: '/api/imports/:id',
    summary: 'An import of people: who has accepted, and what became of the messages.',
    answer: async ({ viewer, param }) => {
      const directory = await deps.people.current();
      return progressOf(deps, directory, requireAdministeredImport(directory, viewer, param('id')));
    },
  }),
];

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Width of a column in characters. */
const WIDTH = 24;

const templateRoute = ({ words }: ApiDeps): Route =>
  signedRoute({
    ...common,
    method: 'get',
    path: '/api/imports/template/:format',
    media: xlsx,
    summary: 'An empty table for an import of people, as `xlsx` or `csv`, in the language of the request.',
    handle: async ({ c, param }) => {
      const headings = templateHeadingsOf(words, c.get('lang'));
      if (param('format') === 'csv')
        return c.body(formatCsvTemplate(headings), 200, { 'Content-Type': 'text/csv; charset=utf-8' });
      if (param('format') !== 'xlsx') throw new Refusal('notFound');
      const sheet = words.t(c.get('lang'))('import:sheet');
      const bytes = await writeWorkbook({ sheet, widths: headings.map(() => WIDTH), rows: [headings] });
      return c.body(bytes, 200, { 'Content-Type': xlsx });
    },
  });

function commandRoutes(deps: ApiDeps, once: RunIdempotently, read: Reader): Route[] {
  const imports = createPeopleImports({ ...deps, sendings: deps.invitations.sendings });
  return [
    commandRoute(deps, once, {
      ...common,
      method: 'post',
      path: '/api/imports',
      summary: 'Invites all people of a file, or none if a cell has an issue.',
      body: defineBody(fileSchema, example),
      to: () => null,
      decide: async ({ key, viewer, input }) => {
        const file = parse(fileSchema, input);
        // Reads the file before the decision, because other changes of people wait while a decision runs.
        const table = await read(viewer, file);
        const { orgId = viewer.orgId } = file;
        const check = (directory: Directory) => void requireAdministeredOrgId(directory, viewer, orgId);
        const order = { ...key, by: viewer.id, check };
        return imports.invite(order, targetOf(deps, file, orgId), table);
      },
      // Repeated commands answer the same: the number of people does not change.
      answer: ({ state, importId }, { viewer }) => {
        const { orgId, at, count } = requireAdministeredImport(state, viewer, importId);
        return { id: importId, orgId, at, count };
      },
    }),
    commandRoute(deps, once, {
      ...common,
      method: 'delete',
      path: '/api/imports/:id',
      summary: 'Withdraws the invitations of an import that are still open.',
      to: ({ param }) => param('id'),
      decide: ({ key, viewer, target }) => {
        const check = (directory: Directory) => void requireAdministeredImport(directory, viewer, target);
        return imports.withdraw({ ...key, by: viewer.id, check }, target);
      },
      answer: () => null,
    }),
  ];
}

type ImportHow = {
  once: RunIdempotently;
  /** Reads a file. Default: in a thread. */
  readTable?: typeof readTableInThread;
};

export function importRoutes(deps: ApiDeps, { once, readTable = readTableInThread }: ImportHow): Route[] {
  const read = createReader(deps, readTable);
  return [
    ...readRoutes(deps),
    templateRoute(deps),
    checkRoute(deps, read),
    ...commandRoutes(deps, once, read),
  ];
}
