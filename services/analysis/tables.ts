/**
 * The analysts' tables: one definition of every column. The tables' DDL, the list beside the questions, exports and tests are
 * derived from it. Column names are no words of SQL.
 */
import { createHash } from 'node:crypto';
import type { CaseFacts } from '#events/analysis/case-facts.ts';
import { noEventFacts } from '#events/analysis/facts.ts';
import type { CaseRow, RowByTable, StayRow } from '#events/analysis/table-fold.ts';

/** The pseudonym of a person; `system` and `patient` stay words. */
export type FindPseudonym = (personId: string) => string;

/** A value to write. Times are ms since 1970. */
export type ColumnValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly (number | string)[]
  | readonly object[];

/** `derived` columns come from under the seal and are emptied when the patient is erased. */
type Origin = 'open' | 'pseudonym' | 'derived';

export type TableColumn<Row> = {
  name: string;
  /** DuckDB's type. */
  type: string;
  en: string;
  zh: string;
  origin: Origin;
  value: (row: Row, pseudonym: FindPseudonym) => ColumnValue;
};

const open = <Row>(
  name: string,
  type: string,
  [en, zh]: readonly [string, string],
  value: (row: Row) => ColumnValue,
): TableColumn<Row> => ({ name, type, en, zh, origin: 'open', value });

const person = <Row>(
  name: string,
  [en, zh]: readonly [string, string],
  value: (row: Row) => string | null,
): TableColumn<Row> => ({
  name,
  type: 'VARCHAR',
  en,
  zh,
  origin: 'pseudonym',
  value: (row, pseudonym) => {
    const id = value(row);
    return id === null ? null : pseudonym(id);
  },
});

const derived = <Row>(...[name, type, words, value]: Parameters<typeof open<Row>>): TableColumn<Row> => ({
  ...open(name, type, words, value),
  origin: 'derived',
});

const MS_IN_S = 1000;
const caseId = ['The case', '病例号'] as const;

// biome-ignore format: a column is a line
const events: readonly TableColumn<RowByTable['events']>[] = [
  open('position', 'BIGINT', ['Place in the log; later events have larger ones', '在日志中的位置，越晚越大'], e => e.position),
  open('case_id', 'VARCHAR', caseId, e => e.caseId),
  open('revision', 'INTEGER', ['Place in the case, from 0', '在病例内的序号，从 0 起'], e => e.revision),
  open('type', 'VARCHAR', ['What happened', '事件类型'], e => e.type),
  open('happened_at', 'TIMESTAMP', ['Time that the event says (UTC)', '事件自身记录的时间（UTC）'], e => e.happenedAt),
  open('clock', 'TIMESTAMP', ['Time of the log, which never runs back (UTC)', '日志时钟，只进不退（UTC）'], e => e.clock),
  person('actor', ['Who did it', '操作人（化名）'], e => e.actorId),
  open('actor_position', 'VARCHAR', ['Position of the actor then', '操作人当时的职位'], e => e.actorPosition),
  open('acted_as', 'VARCHAR[]', ['As whom: actors of the transition table, if the status changed', '以何身份操作（流转表中的角色），未变状态则为空'], e => e.actedAs),
  open('from_status', 'UTINYINT', ['Status before; empty if it stayed', '原状态，未变则为空'], e => e.fromStatus),
  open('to_status', 'UTINYINT', ['Status after; empty if it stayed', '新状态，未变则为空'], e => e.toStatus),
  open('version', 'SMALLINT', ['Version of the plan or target', '方案或目标位版本'], e => e.version),
  open('batch', 'SMALLINT', ['Number of the batch', '批次'], e => e.batch),
  open('request', 'SMALLINT', ['Number of the change request', '修改要求编号'], e => e.request),
  open('stage', 'SMALLINT', ['Stage of the aligner', '矫治器步数'], e => e.stage),
  open('result', 'VARCHAR', ['Result of a review', '审核结果'], e => e.result),
  open('reasons', 'VARCHAR[]', ['Reasons that were given', '所选原因'], e => e.reasons),
  open('facts', 'VARCHAR', ['Other open facts of the event (JSON)', '事件的其他公开内容（JSON）'], e => e.facts === noEventFacts ? '{}' : JSON.stringify(e.facts)),
];

// biome-ignore format: a column is a line
const stays: readonly TableColumn<StayRow>[] = [
  open('case_id', 'VARCHAR', caseId, s => s.caseId),
  open('nth', 'INTEGER', ['Number of the stay in the case, from 0', '在病例内的第几次停留，从 0 起'], s => s.nth),
  open('status', 'UTINYINT', ['Status', '状态'], s => s.status),
  open('entered_at', 'TIMESTAMP', ['When the case came (UTC)', '进入时间（UTC）'], s => s.enteredAt),
  open('left_at', 'TIMESTAMP', ['When it left; empty while it stays', '离开时间，仍在则为空'], s => s.leftAt),
  open('entered_pos', 'BIGINT', ['Position of the event with which it came', '进入事件的位置'], s => s.enteredPos),
  open('left_pos', 'BIGINT', ['Position of the event with which it left', '离开事件的位置'], s => s.leftPos),
  person('entered_by', ['Who sent it here', '送入人（化名）'], s => s.enteredBy),
  person('left_by', ['Who sent it on', '送出人（化名）'], s => s.leftBy),
  open('by_event', 'VARCHAR', ['Event with which it came', '进入事件类型'], s => s.byEvent),
  open('after_status', 'UTINYINT', ['Status that followed', '下一状态'], s => s.afterStatus),
  person('assignee', ['To whom it was assigned', '承办人（化名）'], s => s.assigneeId),
  { ...open<StayRow>('handed', 'STRUCT(position BIGINT, assignee VARCHAR)[]', ['Later assignees and from where', '之后的承办人及起始位置'], () => null), origin: 'pseudonym', value: (s, pseudonym) => s.handed.map(({ position, assigneeId }) => ({ position, assignee: pseudonym(assigneeId) })), },
  open('lasted_s', 'INTEGER', ['Seconds that it lasted; empty while it stays', '停留秒数，仍在则为空'], s => s.leftAt === null ? null : Math.floor((s.leftAt - s.enteredAt) / MS_IN_S)),
  open('worked_s', 'INTEGER', ['Seconds of the desk’s hours in which somebody worked on it', '工作时间内的处理秒数'], s => s.workedS),
  open('waited_s', 'INTEGER', ['Seconds of the desk’s hours in which it waited', '工作时间内的等待秒数'], s => s.waitedS),
  open('waits_for', 'VARCHAR', ['Whose turn it was', '等待对象'], s => s.waitsFor),
];

const wayOf = ({ trail }: CaseRow) => trail.numbers.way.join('>');
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

// biome-ignore format: a column is a line
const cases: readonly TableColumn<CaseRow>[] = [
  open('case_id', 'VARCHAR', caseId, c => c.caseId),
  person('owner', ['The doctor', '主诊医生（化名）'], c => c.trail.facts.ownerId),
  open('org_id', 'VARCHAR', ['The clinic’s organisation', '诊所机构'], c => c.trail.facts.orgId),
  open('served_by', 'VARCHAR', ['The organisation whose staff work on it', '服务机构'], c => c.trail.facts.servedBy),
  open('parent_id', 'VARCHAR', ['The case that it refines', '所精调的病例'], c => c.trail.parentId),
  open('root_id', 'VARCHAR', ['First case of the treatment', '疗程的首个病例'], c => c.trail.rootId),
  open('created_at', 'TIMESTAMP', ['Created (UTC)', '创建时间（UTC）'], c => c.trail.numbers.createdAt),
  open('submitted_at', 'TIMESTAMP', ['First submitted', '首次提交时间'], c => c.trail.numbers.submittedAt),
  open('approved_at', 'TIMESTAMP', ['First plan approved by the doctor', '医生首次批准方案的时间'], c => c.trail.numbers.approvedAt),
  open('shipped_at', 'TIMESTAMP', ['First batch shipped', '首批发货时间'], c => c.trail.numbers.shippedAt),
  open('completed_at', 'TIMESTAMP', ['Completed', '完成时间'], c => c.trail.numbers.completedAt),
  open('status', 'UTINYINT', ['Status now', '当前状态'], c => c.trail.facts.status),
  open('way', 'VARCHAR', ['Statuses in order, drafts left out', '状态路径，不含草稿'], wayOf),
  open('way_hash', 'VARCHAR', ['Short name of the way', '路径的短标识'], c => hashOf(wayOf(c))),
  open('rounds', 'SMALLINT', ['Plans that reached the doctor', '送达医生的方案数'], c => c.trail.numbers.rounds),
  open('plans', 'SMALLINT', ['Versions of the plan', '方案版本数'], c => c.trail.numbers.plans),
  open('refusals', 'SMALLINT', ['Plans and targets refused', '被拒的方案和目标位'], c => c.trail.numbers.refusals),
  open('requests', 'SMALLINT', ['Requests for information', '补充资料次数'], c => c.trail.numbers.requests),
  open('batches', 'SMALLINT', ['Batches scheduled', '排产批次'], c => c.trail.numbers.batches),
  open('shipments', 'SMALLINT', ['Shipments', '发货次数'], c => c.trail.numbers.shipments),
  open('trays', 'SMALLINT', ['Replacement aligners', '补做矫治器'], c => c.trail.numbers.trays),
  open('holds', 'SMALLINT', ['Suspensions', '暂停次数'], c => c.trail.numbers.holds),
  open('first_plan_accepted', 'BOOLEAN', ['First plan approved; empty before', '首个方案是否通过，未判则为空'], c => c.trail.numbers.firstPlanAccepted),
  open('outcome', 'UTINYINT', ['Outcome at completion', '完成结果'], c => c.trail.numbers.outcome),
  open('deleted', 'BOOLEAN', ['Draft deleted', '草稿已删除'], c => c.trail.facts.deleted),
  open('withdrawn', 'BOOLEAN', ['Taken back by the doctor', '已撤回'], c => c.trail.numbers.withdrawn),
  open('archived', 'BOOLEAN', ['Archived', '已归档'], c => c.trail.facts.archived),
  open('erased', 'BOOLEAN', ['Patient erased', '患者资料已删除'], c => c.trail.facts.erased === true),
  open('position', 'BIGINT', ['Position of its last event', '最后一个事件的位置'], c => c.trail.position),
];

// biome-ignore format: a column is a line
const caseFacts: readonly TableColumn<CaseFacts>[] = [
  open('case_id', 'VARCHAR', caseId, f => f.caseId),
  derived('method', 'UTINYINT', ['Method', '矫治方式'], f => f.method),
  derived('product_type', 'UTINYINT', ['Product type', '产品类型'], f => f.productType),
  derived('arch', 'VARCHAR', ['Arch', '牙弓'], f => f.arch),
  derived('extraction', 'BOOLEAN', ['With extraction', '是否拔牙'], f => f.extraction),
  derived('ipr', 'BOOLEAN', ['With IPR', '是否邻面去釉'], f => f.ipr),
  derived('preset', 'VARCHAR', ['Preset used', '所用偏好'], f => f.preset),
  derived('sex', 'UTINYINT', ['Sex', '性别'], f => f.sex),
  derived('age_band', 'VARCHAR', ['Age at submission, five years', '提交时年龄段（五岁一档）'], f => f.ageBand),
  derived('flags', 'USMALLINT[]', ['Keys of the diagnosis', '诊断项'], f => f.flags),
  derived('corrections', 'USMALLINT[]', ['Keys of the corrections', '矫正项'], f => f.corrections),
  open('erased', 'BOOLEAN', ['Patient erased', '患者资料已删除'], f => f.erased),
];

// biome-ignore format: a column is a line
const objects: readonly TableColumn<RowByTable['objects']>[] = [
  { ...open<RowByTable['objects']>('object_id', 'VARCHAR', ['The object', '对象'], () => null), value: (o, pseudonym) => o.type === 'person' ? pseudonym(o.objectId) : o.objectId },
  open('type', 'VARCHAR', ['Plan, target, batch, shipment, tray, retainer, request, person', '方案、目标位、批次、发货、矫治器、保持器、修改要求、人员'], o => o.type),
  open('case_id', 'VARCHAR', caseId, o => o.caseId),
  open('from_position', 'BIGINT', ['Since when it exists', '起始位置'], o => o.fromPosition),
];

// biome-ignore format: a column is a line
const relations: readonly TableColumn<RowByTable['relations']>[] = [
  open('source', 'VARCHAR', ['An event or object', '事件或对象'], r => r.source),
  { ...open<RowByTable['relations']>('target', 'VARCHAR', ['The object', '对象'], () => null), value: (r, pseudonym) => r.isPerson ? pseudonym(r.target) : r.target },
  open('qualifier', 'VARCHAR', ['What it is to it', '关系'], r => r.qualifier),
  open('case_id', 'VARCHAR', caseId, r => r.caseId),
  open('from_position', 'BIGINT', ['Since when', '起始位置'], r => r.fromPosition),
];

export const tables = { events, stays, cases, case_facts: caseFacts, objects, relations } as const;
export type TableName = keyof typeof tables;
// Cast: Object.keys forgets the type of the keys.
export const tableNames = Object.keys(tables) as TableName[];

/** A column with its meaning in both languages. `type`: the engine's. */
export type ColumnMeaning = Pick<TableColumn<never>, 'name' | 'type' | 'en' | 'zh'>;
export const columnMeaningsOf = (table: TableName): ColumnMeaning[] =>
  tables[table].map(({ name, type, en, zh }) => ({ name, type, en, zh }));

export const isTableName = (name: string): name is TableName => Object.hasOwn(tables, name);

/** The columns of a table, whatever its rows. */
export const columnsOf = (name: TableName): readonly Pick<TableColumn<never>, 'name' | 'type' | 'origin'>[] =>
  tables[name];

/** The statement that makes an empty table. */
export const createTableSql = (name: TableName): string =>
  `CREATE TABLE ${name} (${columnsOf(name)
    .map(column => `${column.name} ${column.type}`)
    .join(', ')})`;

/** Version of the rows: raise it when the same log gives other rows in the same columns, or segments of another form. */
const FOLD = 4;

/** Hash of the tables' definition. Changes with every change of the tables: results of one definition are not compared with those of another. */
export const tablesHash = hashOf(
  JSON.stringify([
    FOLD,
    ...tableNames.map(name => [name, columnsOf(name).map(({ name: n, type, origin }) => [n, type, origin])]),
  ]),
);
