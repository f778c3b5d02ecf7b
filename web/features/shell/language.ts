/**
 * Switches the language by submitting a form, which reloads the page as the spec requires; also used by the
 * shortcut.
 */
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
