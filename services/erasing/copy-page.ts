/** The readable index of a patient's copy: one page without a script, in one language. Pure. */
import type { TFunction } from 'i18next';
import { fileSizeTextOf, type PatientCopyPaper } from '../pdf/copy-paper.ts';

/** A file in the zip. `about`: what it shows. */
type CopyFile = { path: string; about: string; size: number };
export type PatientCopyCase = {
  caseId: string;
  title: string;
  paper: PatientCopyPaper;
  files: readonly CopyFile[];
  /** Files that are no longer stored. */
  missing: number;
  messages: readonly { at: string; by: string; text: string }[];
};
export type PatientCopyPage = {
  lang: 'en' | 'zh-CN';
  zone: string;
  /** ISO time of the copy. */
  at: string;
  patient: string;
  clinic: string;
  cases: readonly PatientCopyCase[];
};

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const safe = (text: string) => text.replace(/[&<>"']/g, sign => escapes[sign] ?? sign);

const style = `body{font:16px/1.6 system-ui,"PingFang SC","Microsoft YaHei",sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c2330;background:#fff}
h1{font-size:1.6rem}h2{margin-top:2.5rem;border-top:1px solid #ccd;padding-top:1rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;overflow-wrap:anywhere}th{font-weight:500;color:#556;width:34%}
.small{color:#556;font-size:.875rem}td.when{white-space:nowrap;width:11rem}`;

type Words = { t: TFunction; when: (iso: string) => string };

const rows = (all: readonly (readonly string[])[], first: 'th' | 'td class="when"') =>
  all
    .map(([head = '', ...rest]) => {
      const [tag] = first.split(' ');
      const cells = rest.map(text => `<td>${safe(text)}</td>`).join('');
      return `<tr><${first}>${safe(head)}</${tag}>${cells}</tr>`;
    })
    .join('\n');
const table = (body: string) => `<table>${body}</table>`;

function filesOf({ files, missing }: PatientCopyCase, { t }: Words): string {
  const list = files
    .map(({ path, about, size }) => {
      return `<li><a href="${safe(path)}">${safe(about)}</a> <span class="small">${safe(fileSizeTextOf(size))}</span></li>`;
    })
    .join('\n');
  const lost =
    missing > 0 ? `<p class="small">${safe(t('dataRequest:copy.missing', { count: missing }))}</p>` : '';
  return files.length > 0 || missing > 0 ? `<ul>${list}</ul>${lost}` : '';
}

/** The parts of a case, each with its name in the addresses within the page. */
function partsOf(one: PatientCopyCase, words: Words): { id: string; title: string; html: string }[] {
  const { t, when } = words;
  const { paper, messages } = one;
  const answers = paper.sections
    .map(({ title, facts }) => {
      const listed = rows(
        facts.map(({ label, value }) => [label, value]),
        'th',
      );
      return `<h4>${safe(title)}</h4>${table(listed)}`;
    })
    .join('\n');
  const events = rows(
    paper.lines.map(({ at, by, text, note }) => [when(at), note ? `${text}: ${note}` : text, by]),
    'td class="when"',
  );
  const said = rows(
    messages.map(({ at, by, text }) => [when(at), text, by]),
    'td class="when"',
  );
  const parts = [
    ['answers', answers],
    ['files', filesOf(one, words)],
    ['messages', messages.length > 0 ? table(said) : ''],
    ['events', paper.lines.length > 0 ? table(events) : ''],
  ] as const;
  return parts
    .filter(([, html]) => html !== '')
    .map(([name, html]) => ({ id: `${one.caseId}-${name}`, title: t(`dataRequest:copy.${name}`), html }));
}

/** The page as HTML. */
export function renderPatientCopyPage(page: PatientCopyPage, t: TFunction): string {
  const format = new Intl.DateTimeFormat(page.lang === 'en' ? 'en-GB' : 'zh-CN', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: page.zone,
  });
  const words: Words = { t, when: iso => format.format(new Date(iso)) };
  const title = t('dataRequest:copy.title', { name: page.patient });
  const cases = page.cases.map(one => ({ one, parts: partsOf(one, words) }));
  const contents = cases
    .map(({ one, parts }) => {
      const links = parts
        .map(({ id, title: text }) => `<li><a href="#${id}">${safe(text)}</a></li>`)
        .join('');
      return `<li><a href="#${one.caseId}">${safe(one.title)}</a><ul>${links}</ul></li>`;
    })
    .join('\n');
  const sections = cases
    .map(({ one, parts }) => {
      const html = parts.map(part => `<h3 id="${part.id}">${safe(part.title)}</h3>\n${part.html}`).join('\n');
      return `<section><h2 id="${one.caseId}">${safe(one.title)}</h2>\n${html}</section>`;
    })
    .join('\n');
  return `<!doctype html>
<html lang="${page.lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${safe(title)}</title><style>${style}</style></head><body>
<h1>${safe(title)}</h1>
<p>${safe(t('dataRequest:copy.made', { clinic: page.clinic, at: words.when(page.at) }))}</p>
<p class="small">${safe(t('dataRequest:copy.machine', { data: 'data.json', folder: 'files' }))}</p>
<p class="small">${safe(t('dataRequest:copy.leftOut'))}</p>
<nav aria-labelledby="contents"><h2 id="contents">${safe(t('dataRequest:copy.contents'))}</h2><ol>${contents}</ol></nav>
${sections}
</body></html>
`;
}
