/**
 * Whether a question has the same answer whenever it is asked as of the same position, read in the engine's own parse of it.
 * Segments are merged over time, so the order in which the engine reads rows is not the same each time. Pure.
 */
import { isParseNode, type ParseNode, parseNodesIn } from './parse-tree.ts';

/** Functions whose value depends on the time or on chance. */
const changing: ReadonlySet<string> = new Set([
  ...['now', 'today', 'get_current_time', 'get_current_timestamp', 'transaction_timestamp'],
  ...['current_date', 'current_time', 'current_timestamp', 'current_localtime', 'current_localtimestamp'],
  ...['localtime', 'localtimestamp', 'random', 'setseed', 'uuid', 'uuidv4', 'uuidv7', 'gen_random_uuid'],
]);
/** Functions whose value depends on the order in which rows are read, unless the call states an order. */
const ordered: ReadonlySet<string> = new Set([
  ...[
    'first',
    'last',
    'any_value',
    'arbitrary',
    'list',
    'array_agg',
    'string_agg',
    'group_concat',
    'listagg',
  ],
  ...[
    'arg_min',
    'arg_max',
    'min_by',
    'max_by',
    'mode',
    'approx_quantile',
    'approx_top_k',
    'reservoir_quantile',
  ],
  ...['row_number', 'ntile', 'first_value', 'last_value', 'nth_value', 'lag', 'lead'],
]);

const listAt = (node: ParseNode, key: string): readonly unknown[] => {
  const value = node[key];
  return Array.isArray(value) ? value : [];
};
const typesOf = (node: ParseNode) =>
  listAt(node, 'modifiers').map(one => (isParseNode(one) ? one.type : undefined));
const hasOrder = (node: ParseNode) => {
  const { order_bys: inner } = node;
  return listAt(node, 'orders').length > 0 || (isParseNode(inner) && listAt(inner, 'orders').length > 0);
};

/** The name in a node by which the answer differs from time to time; `limit` and `sample` for rows that are left out. */
function unrepeatableAt(node: ParseNode, outermost: ParseNode | undefined): string | undefined {
  const name = String(node.function_name ?? '').toLowerCase();
  if (changing.has(name)) return name;
  if (name === 'age' && listAt(node, 'children').length === 1) return name;
  if (ordered.has(name) && !hasOrder(node)) return name;
  if (isParseNode(node.sample)) return 'sample';
  const [column, ...more] = listAt(node, 'column_names');
  if (node.type === 'COLUMN_REF' && more.length === 0 && changing.has(String(column).toLowerCase()))
    return String(column).toLowerCase();
  const types = typesOf(node);
  const cuts = types.includes('LIMIT_MODIFIER') || types.includes('LIMIT_PERCENT_MODIFIER');
  return node !== outermost && cuts && !types.includes('ORDER_MODIFIER') ? 'limit' : undefined;
}

/** The outermost SELECT of a parsed text. */
function outermostOf(tree: ParseNode): ParseNode | undefined {
  const [statement] = listAt(tree, 'statements');
  return isParseNode(statement) && isParseNode(statement.node) ? statement.node : undefined;
}

export function findUnrepeatablePart(tree: ParseNode): string | undefined {
  const outermost = outermostOf(tree);
  for (const node of parseNodesIn(tree)) {
    const found = unrepeatableAt(node, outermost);
    if (found) return found;
  }
  return undefined;
}

/** Whether the outermost SELECT orders or limits its rows. */
export function orderingOf(tree: ParseNode): { isOrdered: boolean; isCut: boolean } {
  const types = outermostOf(tree) ? typesOf(outermostOf(tree) ?? {}) : [];
  return {
    isOrdered: types.includes('ORDER_MODIFIER'),
    isCut: types.some(type => String(type).startsWith('LIMIT')),
  };
}

const byColumn = (column: number) => ({
  type: 'ORDER_DEFAULT',
  null_order: 'ORDER_DEFAULT',
  expression: {
    ...{ class: 'CONSTANT', type: 'VALUE_CONSTANT', alias: '', query_location: 0 },
    value: { type: { id: 'INTEGER', type_info: null }, is_null: false, value: column },
  },
});

/** The tree whose rows are in order of its own ORDER BY, and then of all their columns, so that no two change places. */
export function withTotalRowOrder(tree: ParseNode, columns: number): ParseNode {
  const node = outermostOf(tree) ?? {};
  const all = Array.from({ length: columns }, (_, i) => byColumn(i + 1));
  const modifiers = listAt(node, 'modifiers').filter(isParseNode);
  const own = modifiers.find(({ type }) => type === 'ORDER_MODIFIER');
  const order = { type: 'ORDER_MODIFIER', orders: [...listAt(own ?? {}, 'orders'), ...all] };
  const isDistinct = ({ type }: ParseNode) => type === 'DISTINCT_MODIFIER';
  const rest = modifiers.filter(one => one !== own && !isDistinct(one));
  const next = { ...node, modifiers: [...modifiers.filter(isDistinct), order, ...rest] };
  const [statement, ...others] = listAt(tree, 'statements');
  return { ...tree, statements: [{ ...(isParseNode(statement) ? statement : {}), node: next }, ...others] };
}
