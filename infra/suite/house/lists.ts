/**
 * Exceptions to the house rules, and the imports allowed in `web`. Remove entries, do not add any. An entry
 * that nothing needs fails the check.
 */

/** File names with a banned word that must still be renamed. */
export const filesToRename: readonly string[] = [];

/** Files that may import full zod, because only full zod reads JSON Schema. */
export const filesImportingFullZod: readonly string[] = ['infra/spec/event-schema.test.ts'];

/** Long files whose lines are rows: tables, schemas of answers, recorded data. */
export const longTableFiles: readonly string[] = [
  'events/case/actions.ts',
  'events/case/case.ts',
  'events/case/rules.ts',
  'events/person/events.ts',
  'events/tooth/curve-data.ts',
  'infra/e2e/spec/rules.ts',
  'infra/mutants/table.ts',
  'infra/pictures/screens.ts',
  'infra/servers/log/recorded/record.mjs',
  'services/api/answers.ts',
  'services/seed/articles/institute.ts',
  'services/seed/steps.ts',
  'vite.config.ts',
  'web/ui/gallery-board.tsx',
  'web/ui/gallery-forms.tsx',
];

/** Files with a function of more than 60 lines: the rows of a table, or a state machine of a load test. */
export const filesWithLongFunctions: readonly string[] = [
  'loadtests/chat/load.ts',
  'loadtests/chat/page.ts',
  'loadtests/lib/socket.js',
  'web/features/caseList/columns.tsx',
];

/** Long files that hold more than one noun. */
export const filesToSplit: readonly string[] = [];

/** Names in READMEs of things outside the tree: made at run time, in packages, or next to the repository. */
export const namesOutsideTree: readonly string[] = [
  '../shared',
  'data/',
  'k6/websockets',
  'mand/12.stl',
  'secrets/archline-secret',
  'secrets/event-store',
  'secrets/grafana-password',
];

/** Rooms of `web`, lowest first. A room may import lower rooms only. */
export const webRooms = ['ui', 'lib', 'case', 'features', 'routes'] as const;

/**
 * Features that each feature may import, without circles. Decide before you add one: prefer web/lib or
 * web/case, or pass a component as a prop.
 */
export const allowedFeatureImports: Readonly<Record<string, readonly string[]>> = {
  account: ['address', 'audit', 'dataRequest', 'file', 'shell'],
  action: ['actionForm', 'address', 'process', 'viewer', 'wear', 'wizard'],
  actionForm: ['file', 'session'],
  address: ['actionForm'],
  analysis: ['past'],
  assistant: ['account', 'cover'],
  audit: ['people'],
  backOffice: ['audit', 'desk', 'news', 'people'],
  case: [
    'action',
    'actionForm',
    'address',
    'chat',
    'cover',
    'dataRequest',
    'file',
    'order',
    'process',
    'retainer',
    'review',
    'share',
    'tooth',
    'tray',
    'viewer',
    'wear',
  ],
  caseList: ['action', 'actionForm', 'past'],
  chat: ['desk', 'file', 'term'],
  desk: ['term'],
  lingual: ['tooth'],
  live: ['review', 'viewer'],
  maker: ['actionForm', 'case', 'chat', 'file', 'plan', 'review', 'tooth', 'viewer'],
  message: ['desk', 'notice'],
  news: ['file', 'session'],
  people: ['cover', 'file'],
  plan: ['case', 'chat', 'file', 'live', 'review', 'share', 'shell', 'viewer'],
  prescription: ['tooth'],
  preset: ['order', 'prescription', 'session'],
  process: ['actionForm', 'file', 'review', 'viewer'],
  retainer: ['actionForm', 'address', 'file', 'past', 'tooth'],
  review: ['actionForm', 'viewer'],
  share: ['viewer'],
  shell: ['action', 'actionForm', 'caseList', 'chat', 'desk', 'notice', 'session'],
  shop: ['actionForm', 'address', 'past', 'tray'],
  tray: ['actionForm', 'address'],
  wear: ['actionForm', 'share'],
  wizard: [
    'actionForm',
    'address',
    'file',
    'lingual',
    'order',
    'picture',
    'prescription',
    'preset',
    'term',
    'tooth',
  ],
  workbench: ['action', 'past', 'shell', 'shop'],
};
