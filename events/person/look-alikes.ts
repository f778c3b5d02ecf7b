/**
 * User names that look alike. `аrсhline` in Cyrillic letters and `archline` in Latin ones are different texts, but
 * people read them as one name.
 */

/**
 * Cyrillic and Greek letters, each with the Latin letter or digit that it looks like in common fonts (Unicode TS 39,
 * reduced to these scripts). Capitals that look like other letters than their small ones have their own entry.
 */
const latinOf = new Map<string, string>(
  [
    ...['аa', 'вb', 'сc', 'ԁd', 'еe', 'ёe', 'ѐe', 'һh', 'нh', 'іi', 'їi', 'ӏl', 'јj', 'кk', 'мm', 'оo', 'рp'],
    ...['ԛq', 'ѕs', 'тt', 'уy', 'ѵv', 'ԝw', 'хx', 'ьb', 'АA', 'ВB', 'ЕE', 'НH', 'КK', 'МM', 'ОO', 'ТT'],
    ...['αa', 'βb', 'εe', 'ηn', 'ιi', 'κk', 'νv', 'οo', 'ρp', 'τt', 'υu', 'χx', 'γy', 'ωw', 'σo'],
    ...['ΑA', 'ΒB', 'ΕE', 'ΖZ', 'ΗH', 'ΙI', 'ΚK', 'ΜM', 'ΝN', 'ΟO', 'ΡP', 'ΤT', 'ΥY', 'ΧX'],
    ...['ıi', 'ɑa', 'ɡg', 'ʟl'],
  ].map(pair => [pair.slice(0, 1), pair.slice(1)]),
);

/**
 * Replaces each letter by the Latin one that it looks like, in lower case. Keeps digits, because `li1@a.cn` and
 * `lil@a.cn` are two people.
 */
export const latinLettersOf = (text: string): string =>
  (/[^\p{ASCII}]/u.test(text) ? [...text.normalize('NFKC')] : [text])
    .map(letter => latinOf.get(letter) ?? latinOf.get(letter.toLowerCase()) ?? letter)
    .join('')
    .toLowerCase();

/**
 * Key of a user name: names that look alike have the same key. Replaces look-alike letters and digits by Latin letters,
 * in lower case.
 */
export const lookAlikeKey = (userName: string): string =>
  latinLettersOf(userName).replaceAll('0', 'o').replaceAll('1', 'l');
