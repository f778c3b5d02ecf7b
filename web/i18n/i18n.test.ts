/** Checks the dictionaries: both languages have the same keys, and every key that the code can use exists. */

import { readdirSync, readFileSync } from 'node:fs';
import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { reportFigures } from '#events/analysis/figures.ts';
import { actions, type NamedAction } from '#events/case/decider.ts';
import { checkDraft } from '#events/case/draft.ts';
import { caseFileSchema, slotNames } from '#events/case/files.ts';
import { limits } from '#events/case/limits.ts';
import { fileKinds, type OptionList, options } from '#events/case/options.ts';
import { casePageNames } from '#events/case/pages.ts';
import { actionsEverAllowed } from '#events/case/permissions.ts';
import { rxFields, rxGroupNames, rxQuestions } from '#events/case/questions.ts';
import { actionNames, rulesOf } from '#events/case/rules.ts';
import { sectionNames, sectionSchemas } from '#events/case/sections.ts';
import {
  counterNames,
  productionBoardColumns,
  statusCodes,
  statusGroupNames,
  statusWord,
} from '#events/case/status.ts';
import { caseEvents } from '#events/case/stream.ts';
import { dataRequestEvents } from '#events/dataRequest/events.ts';
import { errors } from '#events/errors.ts';
import { articleKinds, downloadPlatforms, faqGroups, listedArticleKinds } from '#events/news/kinds.ts';
import { directoryEvents } from '#events/person/events.ts';
import { positions, switchableRights } from '#events/person/position.ts';
import { directoryEventsWithMessages } from '#projections/messages/directory-messages.ts';
import { missingFieldText } from '#web/features/wizard/summary-text.ts';

const root = new URL('../../', import.meta.url);
const languages = ['en', 'zh-CN'] as const;
type Language = (typeof languages)[number];
type Tree = { [key: string]: string | Tree };

const read = (language: Language, ns: string): Tree =>
  JSON.parse(readFileSync(new URL(`web/i18n/${language}/${ns}.json`, root), 'utf8'));
const namespaces = (language: Language) =>
  readdirSync(new URL(`web/i18n/${language}/`, root))
    .filter(f => f.endsWith('.json'))
    .map(f => f.slice(0, -5));

const flat = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] => {
    const at = path ? `${path}.${key}` : key;
    return typeof value === 'string' ? [[at, value]] : flat(value, at);
  });

const suffixes: Record<Language, string[]> = {
  en: new Intl.PluralRules('en').resolvedOptions().pluralCategories,
  'zh-CN': new Intl.PluralRules('zh-CN').resolvedOptions().pluralCategories,
};
const counted = (language: Language, key: string) => {
  const [, stem, suffix] = /^(.+)_([a-z]+)$/.exec(key) ?? [];
  return stem && suffix && suffixes[language].includes(suffix) ? stem : key;
};
const keys = (language: Language, ns: string) =>
  [...new Set(flat(read(language, ns)).map(([key]) => counted(language, key)))].sort();
const variables = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].sort();

/** Words that are not translated into Chinese. Every other word of two Latin letters or more is untranslated. */
const latinInChinese: readonly string[] = [
  // Terms and abbreviations of the field.
  ...['IPR', 'FDI', 'MOT', 'Eal', 'Bolton', 'TMA', 'NiTi', 'SS'],
  // File formats and checksums.
  ...['STL', 'PLY', 'OBJ', 'GLB', 'PDF', 'PNG', 'JSON', 'SHA', 'UTF', 'Excel', 'Markdown', 'CSV', 'SQL'],
  ...['stl', 'json', 'zip', 'rar', 'tar', 'gz', 'jpg', 'JPG', 'png', 'bmp', 'tiff', 'xlsx', 'csv'],
  ...['Parquet', 'NDJSON', 'OCEL', 'XES', 'SQLite'],
  // Programs that read exports.
  ...['pandas', 'Polars', 'DuckDB', 'PM', 'Py', 'Disco', 'ProM', 'Apromore', 'Celonis', 'UTC'],
  // Names of products and companies.
  ...['Archline', 'EMS', 'Windows', 'macOS', 'Linux', 'Android', 'iOS', 'ChromeOS', 'iPhone', 'iPad'],
  ...['QQ', 'Edge', 'Opera', 'Firefox', 'Chrome', 'Safari'],
  // Terms of OpenID Connect, as the pages of providers show them.
  ...['OpenID', 'Connect', 'PKCE', 'ID', 'Issuer', 'Scope', 'Claim', 'https'],
  // The language of questions, whose words are the same in every language.
  ...['SELECT', 'JOIN', 'NULL', 'ORDER', 'BY', 'LIMIT', 'ISO', 'Notebook'],
  // Keys, units and languages.
  ...['Ctrl', 'Alt', 'Shift', 'Esc', 'Tab', 'mm', 'KB', 'MB', 'GB', 'En', 'EN', 'English'],
];
/** Variables, nested keys, formats, file names, paths, ids and placeholders, which are the same in every language. */
const code =
  /\{\{[^}]*\}\}|\$t\([^)]*\)|yyyy-mm-dd|plan\.json|Upper_00\.stl|\(\/support\)|C2K7QM|doctor、case、me/g;

const untranslated = (text: string): string[] =>
  (text.replace(code, '').match(/[A-Za-z]{2,}/g) ?? []).filter(word => !latinInChinese.includes(word));

it('finds a single untranslated word in a Chinese text', () => {
  expect(untranslated('请先 Submit 病例')).toEqual(['Submit']);
  expect(untranslated('{{count}} 个 STL 文件')).toEqual([]);
});

describe.each(namespaces('en'))('the dictionary %s.json', ns => {
  it('has the same keys in both languages', () => {
    expect(namespaces('zh-CN')).toContain(ns);
    expect(keys('zh-CN', ns)).toEqual(keys('en', ns));
  });
  it('has no empty text, and every plural form that its language needs', () => {
    for (const language of languages) {
      const entries = flat(read(language, ns));
      expect(entries.filter(([, text]) => text.trim() === '')).toEqual([]);
      const all = new Set(entries.map(([key]) => key));
      for (const [key] of entries) {
        const stem = counted(language, key);
        if (stem !== key)
          expect(suffixes[language].filter(s => !all.has(`${stem}_${s}`)).map(s => `${stem}_${s}`)).toEqual(
            [],
          );
      }
    }
  });
  it('names the same variables in both languages', () => {
    const byKey = (language: Language) => {
      const found = new Map<string, Set<string>>();
      for (const [key, text] of flat(read(language, ns))) {
        const known = found.get(counted(language, key)) ?? new Set();
        found.set(counted(language, key), new Set([...known, ...variables(text)]));
      }
      return [...found].map(([key, names]) => [key, [...names].sort().join()]).sort();
    };
    expect(byKey('zh-CN')).toEqual(byKey('en'));
  });
  it('has no Chinese in English texts, and no English word in Chinese texts', () => {
    // Language names are written in their own language.
    const spoken = (language: Language) =>
      flat(read(language, ns)).filter(([key]) => !/(?:^|\.)language\.|^english$/.test(key));
    const brand = /齐列|简体中文|中文|中\/En|中/g;
    const cjk = spoken('en').filter(([, text]) => /\p{Script=Han}/u.test(text.replace(brand, '')));
    expect(cjk).toEqual([]);
    const plain = spoken('zh-CN').flatMap(([key, text]) => untranslated(text).map(word => `${key}: ${word}`));
    expect(plain).toEqual([]);
  });
});

/** The English dictionary has all these keys; the Chinese one has the same keys (checked above). */
function expectWords(ns: string, wanted: readonly string[]): void {
  const known = new Set(flat(read('en', ns)).map(([key]) => key));
  const lacking = wanted.filter(key => !known.has(key));
  expect(lacking, `web/i18n/{en,zh-CN}/${ns}.json have no ${lacking.join(', ')}`).toEqual([]);
}

/** Every issue code in events/** and workers/**: custom checks, field refusals, and the parser's codes. */
function issueWords(): string[] {
  const patterns = [
    /error: '([a-z-]+)'/g,
    /word\([^;]*?, '([a-z-]+)'\)/gs,
    /badField\([^,]+, '([a-z-]+)'/gs,
    /unfit\([^,]+, '([a-z-]+)'/gs,
    /otherwise: '([a-z-]+)'/g,
    /issue: '([a-z-]+)'/g,
    /message: '([a-z-]+)'/g,
    /issue: [^,}]* : '([a-z-]+)'/g,
    /'(too-[a-z]+)'/g,
  ];
  const files = ['events/', 'workers/'].flatMap(folder =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter(f => f.endsWith('.ts') && !f.endsWith('.test.ts') && !f.startsWith('testing'))
      .map(f => folder + f),
  );
  const source = files.map(f => readFileSync(new URL(f, root), 'utf8')).join('\n');
  return [...new Set(patterns.flatMap(p => [...source.matchAll(p)].map(m => m[1] ?? '')))].sort();
}

/** Field names of a section's schema. */
const fieldsOf = (schema: { shape: object }) => Object.keys(schema.shape);

describe('the dictionaries have texts for', () => {
  it('statuses, groups, counters, positions, pages', () => {
    const words = [
      ...statusCodes
        .flatMap(s => [statusWord(s, false), statusWord(s, true)])
        .map(w => `status.${w.replace('.', '_')}`),
      ...statusGroupNames.map(g => `group.${g}`),
      ...counterNames.map(c => `counter.${c}`),
      ...positions.map(p => `position.${p}`),
      ...casePageNames.map(p => `page.${p}`),
      ...options.productType.map(k => `productType.${k}`),
      ...options.method.map(k => `method.${k}`),
    ];
    expect(words.length).toBeGreaterThan(100);
    expectWords('case', words);
  });
  it('actions: label, confirmation, and the name of the note if there is one', () => {
    const noted = (Object.keys(actions) as NamedAction[]).filter(name => {
      // A review's note has one name on all review pages.
      const taken = fieldsOf(actions[name].input as unknown as { shape: object });
      return (
        taken.some(f => f === 'note' || f === 'reason') && rulesOf(name).every(r => r.needs !== 'review')
      );
    });
    expect(noted).toEqual(expect.arrayContaining(['deniedCase', 'answer', 'refine', 'reassign']));
    const words = actionNames.flatMap(a => [`action.${a}`, `confirm.${a}`]);
    expectWords('case', [...words, ...noted.map(a => `note.${a}`)]);
  });
  it('toasts after actions, and after refusals', () => {
    const byPeople = actionNames.filter(a => rulesOf(a).some(r => r.by.some(who => who !== 'system')));
    const reviews = byPeople.filter(a => rulesOf(a).some(r => r.needs === 'review'));
    expectWords('action', [...byPeople.map(a => `did.${a}`), ...reviews.map(a => `did.${a}_refused`)]);
  });
  it('events, in the history and in messages', () => {
    const types = Object.keys(caseEvents).map(type => `event.${type}`);
    expect(types.length).toBeGreaterThan(35);
    expectWords('case', types);
    const requests = Object.keys(dataRequestEvents).filter(type => type !== 'PatientCopyStopped');
    expectWords('message', [
      'of',
      ...[...directoryEventsWithMessages, ...requests].map(type => `account.${type}`),
    ]);
  });
  it('changes of an account, on the page of its person', () => {
    const types = Object.entries(directoryEvents).flatMap(([type, { data }]) =>
      'personId' in data.shape ? [type] : [],
    );
    expect(types).toEqual(expect.arrayContaining(['AccountMadePermanent', 'CasesHandedOver']));
    expect(Object.keys(read('en', 'people').change ?? {}).sort()).toEqual(types.sort());
  });
  it('options, fields, slots, file kinds, limits', () => {
    const lists = Object.keys(options) as OptionList[];
    const words = [
      ...lists.map(list => `list.${list}`),
      ...lists.flatMap(list => options[list].map(key => `option.${list}.${String(key).replace('.', '_')}`)),
      ...sectionNames.map(s => `section.${s}`),
      ...sectionNames.flatMap(s => fieldsOf(sectionSchemas[s]).map(f => `field.${s}.${f}`)),
      ...fieldsOf(sectionSchemas.prescription.shape.lingual.def.innerType).map(f => `field.lingual.${f}`),
      ...fieldsOf(sectionSchemas.data.shape.deliveryAddress.def.innerType).map(
        f => `field.deliveryAddress.${f}`,
      ),
      ...slotNames.map(s => `slot.${s}`),
      ...fileKinds.map(k => `fileKind.${k}`),
      ...Object.keys(limits).map(l => `limit.${l}`),
    ];
    expect(Object.keys(caseFileSchema.shape)).toContain('slot');
    expectWords('rx', words);
    const questions = [...rxGroupNames.map(g => `group.${g}`), ...rxFields.map(f => `say.${f}`)];
    expectWords('wizard', questions);
    const hinted = rxFields.filter(field => rxQuestions[field].hint);
    expect(Object.keys(read('en', 'wizard').rxNote ?? {}).sort()).toEqual(hinted.sort());
  });
  it.each(languages)('rights by position, each with a caption of its own in %s', language => {
    const [full, short] = (['people', 'case'] as const).map(ns => new Map(flat(read(language, ns))));
    const rights = [...switchableRights, ...new Set(positions.flatMap(actionsEverAllowed))];
    const captions = rights.map(right => full?.get(`right.${right}`) ?? short?.get(`action.${right}`));
    expect(captions).not.toContain(undefined);
    expect(captions.filter((caption, at) => captions.indexOf(caption) !== at)).toEqual([]);
  });
  it('columns of the manufacturer’s board', () => {
    expectWords(
      'shop',
      productionBoardColumns.flatMap(c => [`board.${c}`, `board.none.${c}`]),
    );
  });
  it('article kinds, and the pages of listed kinds', () => {
    const each = (heads: readonly string[], tails: readonly string[]) =>
      heads.flatMap(head => tails.map(tail => `${head}.${tail}`));
    expectWords('backOffice', each(['kind', 'new', 'none'], articleKinds));
    expect(listedArticleKinds).toContain('news');
    const listed = each(listedArticleKinds, ['title', 'lead', 'empty', 'others']);
    expectWords('news', [...listed, ...each(['group'], faqGroups), ...each(['platform'], downloadPlatforms)]);
  });
  it('reports as questions, and their figures as lists of cases', () => {
    const figures = new Set(Object.values(reportFigures).flatMap(report => report.figures));
    expectWords('analysis', [
      ...Object.keys(reportFigures).map(report => `ask.question.${report}`),
      ...[...figures].map(figure => `report.cases.of.${figure}`),
    ]);
  });
  it('everything that a draft can lack', () => {
    const none = { patient: {}, diagnosis: {}, prescription: {}, markers: {}, data: {} };
    const aligner = { method: 1, midline: 'adjust', attachmentPosition: 'specified' } as const;
    const drafts = [
      none,
      { ...none, prescription: { method: 1 as const } },
      { ...none, diagnosis: { flags: [92 as const] }, prescription: aligner },
      { ...none, prescription: { method: 2 as const }, data: { courier: 2 as const } },
    ];
    const lacking = drafts.flatMap(d => checkDraft(d, []).missing);
    const phrases = new Set(lacking.map(m => `missing.${m.section}.${m.field}`));
    expect(phrases.size).toBe(42);
    expectWords('rx', [...phrases]);
    // The keys of field labels, collected by a `t` that returns its key.
    const asked = (key: string) => key;
    const labels = lacking.map(m => missingFieldText(asked as TFunction, m).replace(/^rx:/i, ''));
    expectWords('rx', [...new Set(labels)]);
  });
  it('errors and issues', () => {
    expectWords(
      'error',
      Object.values(errors).map(e => String(e.code)),
    );
    const issues = issueWords();
    expect(issues).toEqual(
      expect.arrayContaining(['wrong-type', 'name-letters', 'tracking-format', 'stages-contiguous']),
    );
    expectWords(
      'error',
      issues.map(i => `issue.${i}`),
    );
  });
  it('composed issues: a model by its arch', () => {
    const words = ['upper', 'lower'].map(a => `issue.${a}-model-missing`);
    const replaced = ['upper', 'lower', 'bite'].map(s => `issue.${s}-model-not-replaced`);
    expectWords('error', [...words, ...replaced, 'issue.model-not-replaced']);
  });
});

describe('the sentences of the specification', () => {
  const said = (language: Language, ns: string) => new Map(flat(read(language, ns)));
  it.each([
    ['submitCase', 'The case will be submitted'],
    ['acceptCase', 'Confirm to accept case'],
    ['scheduleProduction', 'Confirm schedule production'],
    ['confirmReceipt', 'Confirmation of receipt'],
    ['suspend', 'Confirm to suspend case'],
    ['continue', 'Confirm to continue case'],
    ['getCase', 'Get the case and design it by supervisor himself'],
  ])('confirm %s verbatim', (action, sentence) => {
    expect(said('en', 'case').get(`confirm.${action}`)).toBe(sentence);
  });
  it.each([
    [101008, 'Case ID cannot be null'],
    [101009, 'FTP server exception'],
    [101010, 'User does not exist'],
    [101013, 'Already logged in'],
    [101015, 'User type does not exist'],
    [102025, 'User already exists'],
    [102026, 'This case has no clinical information'],
    [102029, 'The user does not have this permission'],
    [errors.caseUnknown.code, 'This medical record number does not exist'],
    [errors.photoUpload.code, 'Photo upload error'],
    [errors.photoServer.code, 'Photo server error'],
    [errors.uploadFailed.code, 'Upload failure, try again'],
    [errors.wrongFormat.code, 'Incorrect format'],
    [errors.downloadFailed.code, 'Download failure'],
    [errors.remarksFailed.code, 'Remarks modification failed'],
    [errors.signOutFailed.code, 'Sign out failure'],
    [errors.permissionError.code, 'Permission error'],
    [errors.exportData.code, 'Data error'],
    [errors.accountRepeated.code, 'Account repeated'],
    [errors.actionClosed.code, 'The case can no longer take this action'],
    [errors.qrExpired.code, 'The QR code has expired, please re-initiate payment'],
    [errors.phoneTaken.code, 'This phone number is already registered'],
    [errors.wrongCode.code, 'Wrong verification code'],
  ])('are used verbatim for error %i', (code, sentence) => {
    expect(said('en', 'error').get(String(code))).toBe(sentence);
  });
});
