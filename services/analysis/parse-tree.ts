/** The engine's own parse of a text, as `json_serialize_sql` gives it. Pure. */

export type ParseNode = Readonly<Record<string, unknown>>;

export const isParseNode = (value: unknown): value is ParseNode =>
  typeof value === 'object' && value !== null;

/** All nodes of the tree. Without recursion: a text of 64 KB is nested thousands of times. */
export function* parseNodesIn(tree: unknown): Generator<ParseNode> {
  const left = [tree];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (!isParseNode(value)) continue;
    if (!Array.isArray(value)) yield value;
    for (const inner of Object.values(value)) if (isParseNode(inner)) left.push(inner);
  }
}

const textOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
const longNumber = /^-?\d{16,}$/;
const marked = /"\\u0001(-?\d+)"/g;

/** Trap: the engine writes whole numbers of 64 bits, which JSON.parse would round. They are kept as marked texts. */
export const parseTreeJson = (json: string): ParseNode =>
  // Cast: the engine's own form of a parsed text.
  JSON.parse(
    json.replace(textOrNumber, found => (longNumber.test(found) ? `"\\u0001${found}"` : found)),
  ) as ParseNode;

/** The tree as the engine reads it. */
export const formatTreeJson = (tree: ParseNode): string => JSON.stringify(tree).replace(marked, '$1');
