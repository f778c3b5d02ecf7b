/** The language is switched by a form, which loads the page anew, as the spec wants it; works the same from a key. */
export function switchLanguage(to: string): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = '/lang';
  const fields = { lang: to, back: location.pathname + location.search };
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

export const otherLanguage = (lang: string): 'en' | 'zh-CN' => (lang === 'en' ? 'zh-CN' : 'en');
