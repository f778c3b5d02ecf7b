/**
 * Exceptions to the house rules. Each is a debt: remove entries, do not add any. An entry that nothing needs
 * fails the check.
 */

/** File names with a banned word that must still be renamed. */
export const filesToRename: readonly string[] = [];

/** Files that may import full zod, because only full zod reads JSON Schema. */
export const fullZodFiles: readonly string[] = ['infra/spec/event-schema.test.ts'];

/**
 * Features that each feature may import. Decide before you add one: prefer web/lib, or pass a component as a
 * prop.
 */
export const featureImports: Readonly<Record<string, readonly string[]>> = {
  account: ['address', 'audit', 'dataRequest', 'file', 'shell'],
  action: ['address', 'file', 'process', 'session', 'viewer', 'wear', 'wizard'],
  address: ['action'],
  analysis: ['past'],
  assistant: ['account', 'cover'],
  audit: ['people'],
  backOffice: ['audit', 'desk', 'news', 'people'],
  case: [
    'action',
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
  caseList: ['action', 'past'],
  chat: ['desk', 'file', 'term'],
  desk: ['term'],
  lingual: ['tooth'],
  live: ['review', 'viewer'],
  maker: ['action', 'case', 'chat', 'file', 'plan', 'review', 'tooth', 'viewer'],
  message: ['desk', 'notice'],
  news: ['file', 'session'],
  past: ['workbench'],
  people: ['cover', 'file'],
  plan: ['case', 'chat', 'file', 'live', 'review', 'share', 'shell', 'viewer'],
  preset: ['order', 'session', 'wizard'],
  process: ['action', 'file', 'review', 'viewer'],
  retainer: ['action', 'address', 'file', 'past', 'tooth'],
  review: ['action', 'viewer'],
  share: ['viewer'],
  shell: ['action', 'caseList', 'chat', 'desk', 'notice', 'session'],
  shop: ['action', 'address', 'past', 'tray'],
  tray: ['action', 'address'],
  wear: ['action', 'share'],
  wizard: ['action', 'address', 'file', 'lingual', 'order', 'picture', 'preset', 'shell', 'term', 'tooth'],
  workbench: ['action', 'shell', 'shop'],
};
