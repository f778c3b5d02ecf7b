/** Texts in SQL. */

export const quoteSqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
export const sqlListLiteral = (texts: readonly string[]): string => `[${texts.map(quoteSqlText).join(', ')}]`;
