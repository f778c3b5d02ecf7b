/** Texts in SQL. */

export const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
export const sqlList = (texts: readonly string[]): string => `[${texts.map(sqlText).join(', ')}]`;
