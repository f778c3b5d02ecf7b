/**
 * What a question may name, checked on the engine's own parse of it: the analysts' tables and functions that make rows of
 * their arguments. The engine's settings refuse files and extensions by themselves; this keeps its inner tables and functions,
 * which tell paths and settings, out of answers. Pure.
 */
import { isParseNode, type ParseNode, parseNodesIn } from './parse-tree.ts';

/** Functions that may stand in the place of a table. */
const tableFunctions: ReadonlySet<string> = new Set([
  'generate_series',
  'json_each',
  'json_tree',
  'range',
  'unnest',
]);
/** Functions that reveal facts of the process, or write to its log. */
const forbiddenFunctions: ReadonlySet<string> = new Set([
  'current_query',
  'current_setting',
  'getvariable',
  'parse_duckdb_log_message',
  'write_log',
]);

/**
 * A name that a question may give to a subquery. Trap: the name holds in the whole question, so names like those of the
 * engine's own views are refused; a question could otherwise reach the view outside of its subquery.
 */
const isOwnName = (name: string) =>
  /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) && !/^(?:duckdb|pg|sqlite|pragma|information)_/i.test(name);

/** `offset`: bytes from the text's start; undefined if unknown. */
export type ForbiddenName = { kind: 'table' | 'function'; name: string; offset: number | undefined };

const textAt = (node: ParseNode, key: string) => String(node[key] ?? '').toLowerCase();

function offsetOf({ query_location: at }: ParseNode): number | undefined {
  return Number.isSafeInteger(at) ? Number(at) : undefined;
}

function foreignIn(node: ParseNode, tables: ReadonlySet<string>): ForbiddenName | undefined {
  const offset = offsetOf(node);
  switch (node.type) {
    case 'BASE_TABLE': {
      const name = textAt(node, 'table_name');
      const schema = [textAt(node, 'catalog_name'), textAt(node, 'schema_name')].filter(part => part !== '');
      if (tables.has(name) && schema.every(part => part === 'main')) return undefined;
      return { kind: 'table', name: [...schema, name].join('.'), offset };
    }
    case 'TABLE_FUNCTION': {
      const name = isParseNode(node.function) ? textAt(node.function, 'function_name') : '';
      return tableFunctions.has(name) ? undefined : { kind: 'function', name, offset };
    }
    case 'SHOW_REF':
      return isParseNode(node.query) ? undefined : { kind: 'function', name: 'show', offset };
    case 'FUNCTION': {
      const name = textAt(node, 'function_name');
      return forbiddenFunctions.has(name) ? { kind: 'function', name, offset } : undefined;
    }
    default:
      return undefined;
  }
}

/**
 * Returns the first name in the tree that a question may not use.
 * @param tree the engine's parse, as `json_serialize_sql` gives it
 * @param tables names of the tables
 */
export function findForbiddenName(tree: unknown, tables: readonly string[]): ForbiddenName | undefined {
  const known = new Set(tables);
  for (const { cte_map: named } of parseNodesIn(tree)) {
    const entries = isParseNode(named) && Array.isArray(named.map) ? named.map : [];
    for (const { key } of entries) if (isOwnName(String(key))) known.add(String(key).toLowerCase());
  }
  for (const node of parseNodesIn(tree)) {
    const foreign = foreignIn(node, known);
    if (foreign) return foreign;
  }
  return undefined;
}
