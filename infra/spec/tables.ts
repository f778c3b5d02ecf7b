/** Generates SPEC.md: the tables of the core as Markdown. */
import { readFileSync } from 'node:fs';
import { actionTargetNames } from '#events/case/action-targets.ts';
import type { EventDefinition } from '#events/case/event-definition.ts';
import { limits } from '#events/case/limits.ts';
import { type OptionList, options } from '#events/case/options.ts';
import { casePageNames, casePageRules } from '#events/case/pages.ts';
import { actionNames, rulesOf, statusButtons } from '#events/case/rules.ts';
import {
  counterNames,
  groupOfStatus,
  statusCodes,
  statuses,
  statusesByCounter,
  statusesByGroup,
  statusGroupNames,
} from '#events/case/status.ts';
import { type CaseEventType, caseEvents } from '#events/case/stream.ts';
import { conversationKindNames, conversationKinds } from '#events/chat/kinds.ts';
import { errors } from '#events/errors.ts';
import { toothMeasureNames, toothMeasures, wireTorqueLimits } from '#events/lingual/measures.ts';

type Tree = { [key: string]: string | Tree };
const dictionary = (language: string, ns: string): Tree =>
  JSON.parse(readFileSync(new URL(`../../web/i18n/${language}/${ns}.json`, import.meta.url), 'utf8'));

/** Returns a lookup of a key's English and Chinese texts. @throws Error if a dictionary lacks the key */
function words(ns: string): (key: string) => [english: string, chinese: string] {
  const trees = [dictionary('en', ns), dictionary('zh-CN', ns)];
  const find = (tree: Tree | undefined, key: string): string => {
    const found = key
      .split('.')
      .reduce<string | Tree | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), tree);
    if (typeof found !== 'string') throw new Error(`no word for ${ns}:${key}`);
    return found;
  };
  return key => [find(trees[0], key), find(trees[1], key)];
}

const cell = (value: unknown) => String(value ?? '').replaceAll('|', '\\|');
const table = (head: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(row => `| ${row.map(cell).join(' | ')} |`).join('\n');
const list = (values: readonly unknown[] | undefined) => (values ?? []).join(', ');

function statusTable(): string {
  const word = words('case');
  const counterOf = (code: number) =>
    counterNames.find(name => (statusesByCounter[name] as readonly number[]).includes(code)) ?? '';
  return table(
    ['status', 'English', 'Chinese', 'group', 'counter', 'tone', 'buttons'],
    statusCodes.map(code => [
      code,
      ...word(`status.${code}`),
      groupOfStatus(code),
      counterOf(code),
      statuses[code].tone,
      list(statusButtons[code]),
    ]),
  );
}

function groupTable(): string {
  const word = words('case');
  const rows = statusGroupNames.map((name, index) => [
    index,
    name,
    ...word(`group.${name}`),
    list(statusesByGroup[name]),
  ]);
  return table(['filter', 'group', 'English', 'Chinese', 'statuses'], rows);
}

function transitionTable(): string {
  const word = words('case');
  const rows = actionNames.flatMap(name =>
    rulesOf(name).map(r => [
      name,
      actionTargetNames[name],
      word(`action.${name}`)[0],
      list(r.from),
      list(r.by),
      list(r.to),
      list(r.waits),
      r.needs,
      r.when,
    ]),
  );
  return table(['action', 'list target', 'button', 'from', 'who', 'to', 'waits for', 'needs', 'only'], rows);
}

function eventTable(): string {
  const types = Object.keys(caseEvents) as CaseEventType[];
  const rows = types.map(type => {
    const def: EventDefinition = caseEvents[type];
    const reaches = def.reaches.length === statusCodes.length ? 'any' : list(def.reaches);
    return [type, reaches, fields(def.data), def.personal ? fields(def.personal) : ''];
  });
  return table(['event', 'reaches', 'data', 'sealed'], rows);
}

/** Field names of an object schema, with `?` after optional ones. */
function fields(schema: EventDefinition['data']): string {
  if (!('shape' in schema)) return '';
  // Cast: the shape of an object schema has a schema for each field.
  const shape = schema.shape as Record<string, EventDefinition['data']>;
  return Object.entries(shape)
    .map(([name, field]) => (field.safeParse(undefined).success ? `${name}?` : name))
    .join(', ');
}

function optionTable(): string {
  const word = words('rx');
  const lists = Object.keys(options) as OptionList[];
  const rows = lists.flatMap(name =>
    options[name].map(key => [name, key, ...word(`option.${name}.${String(key).replace('.', '_')}`)]),
  );
  return table(['list', 'key', 'English', 'Chinese'], rows);
}

function limitTable(): string {
  const word = words('rx');
  return table(
    ['limit', 'value', 'English'],
    Object.entries(limits).map(([name, value]) => [name, value, word(`limit.${name}`)[0]]),
  );
}

/** Numeric fields of the lingual prescription. */
function measureTable(): string {
  const word = words('rx');
  const rows = [
    ...toothMeasureNames.map(name => [toothMeasures[name], `field.lingual.${name}`] as const),
    [wireTorqueLimits, 'field.archwire.extraTorque'] as const,
  ].map(([{ unit, min, max, decimals }, key]) => [...word(key), unit, min, max, decimals]);
  return table(['English', 'Chinese', 'unit', 'from', 'to', 'decimals'], rows);
}

function errorTable(): string {
  const word = words('error');
  const rows = Object.entries(errors).map(([name, { code, http }]) => [
    code,
    http,
    name,
    ...word(String(code)),
  ]);
  return table(['code', 'HTTP', 'name', 'English', 'Chinese'], rows);
}

function pageTable(): string {
  const word = words('case');
  const rows = casePageNames.map(name => [
    name,
    word(`page.${name}`)[0],
    casePageRules[name].opens,
    list(casePageRules[name].positions),
  ]);
  return table(['section', 'English', 'opens', 'positions'], rows);
}

function conversationTable(): string {
  const word = words('chat');
  return table(
    [
      'address',
      'English',
      'Chinese',
      'owner and assistants',
      'staff',
      'from',
      'service desk',
      'name masked for',
    ],
    conversationKindNames.map(kind => {
      const { of, ownSide, staff, afterProduction, desk, masked } = conversationKinds[kind];
      return [
        ...[`${kind}.<${of}>`, ...word(`kind.${kind}.tab`), ownSide ? 'yes' : 'no', list(staff)],
        ...[afterProduction ? 'production' : 'first message', desk ? 'answers' : 'reads', list(masked)],
      ];
    }),
  );
}

export function createSpecMarkdown(): string {
  const parts: readonly [title: string, body: string][] = [
    ['Statuses', statusTable()],
    ['Groups and filters', groupTable()],
    ['Transitions', transitionTable()],
    ['Events', eventTable()],
    ["Sections of a case's page", pageTable()],
    ['Conversations', conversationTable()],
    ['Options', optionTable()],
    ['Limits', limitTable()],
    ['Numbers of the lingual prescription', measureTable()],
    ['Errors', errorTable()],
  ];
  const head =
    '# The tables of the core\n\nGenerated from `events/` by `npm run spec -- --write`; a test keeps it current.\n';
  return [head, ...parts.map(([title, body]) => `## ${title}\n\n${body}\n`)].join('\n');
}
