/** The page of assistants as an assistant sees it. A doctor's: first-weeks.spec.ts. */
import { createTranslator } from '../testing/translations.ts';
import { expect, test } from './fixtures.ts';

test('an assistant is told who keeps the account', async ({ as }) => {
  const page = await as('assistant', { at: '/userList', lang: 'zh-CN' });
  const zh = createTranslator('zh-CN', 'assistant');
  await expect(page.getByText(zh('notYoursAssistant'))).toBeVisible();
});
