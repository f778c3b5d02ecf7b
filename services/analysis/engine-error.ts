/** Errors of the engine as refusals of a text: where, why, and without a path of the server. Pure. */
import type { AskedQuestionAnswer, TextRefusal } from './asked-question.ts';

/** What the engine says of an error with `errors_as_json`. `position`: bytes from the text's start. */
type EngineError = {
  exception_type?: string;
  exception_message?: string;
  position?: string;
  candidates?: string;
};

const WORDS = 500;
/** A path, or an address on the network. */
const path = /(?:\w+:\/)?(?:\/[\w.%~-]+){2,}\/?/g;
const sentenceOf = (words: string) => words.replace(path, '…').trim().slice(0, WORDS);

/** Line and column, from 1, of an offset in bytes. */
export function lineAndColumnAt(sql: string, offset: number): { line: number; column: number } {
  const lines = Buffer.from(sql).subarray(0, offset).toString().split('\n');
  return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 };
}

function read(message: string): EngineError {
  try {
    // Cast: the engine's own form of its errors.
    return JSON.parse(message.slice(message.indexOf('{'))) as EngineError;
  } catch {
    return { exception_message: message };
  }
}

function refusedBy(
  sql: string,
  { exception_message: words = '', position, candidates }: EngineError,
): TextRefusal {
  const [nearest] = candidates?.split(',') ?? [];
  const place = lineAndColumnAt(sql, Number(position ?? 0));
  return {
    issue: 'sql-refused',
    values: { ...place, words: sentenceOf(words), ...(nearest && { nearest }) },
  };
}

/** The answer to a question at which the engine failed. */
export function answerOfError(sql: string, error: unknown): AskedQuestionAnswer {
  const told = read(error instanceof Error ? error.message : String(error));
  const { exception_type: kind, exception_message: words = '' } = told;
  if (kind === 'Out of Memory' || words.startsWith('Out of Memory')) return { tooLarge: true };
  if (kind === 'IO' && /Cannot open file|No files found/.test(words)) return { gone: true };
  return { refused: refusedBy(sql, told) };
}
