import { createFileRoute } from '@tanstack/react-router';
import { Later } from '#web/features/shell/Later.tsx';

const topics = ['college', 'news', 'backOffice'] as const;
type Topic = (typeof topics)[number];

export const Route = createFileRoute('/_app/support')({
  staticData: { title: 'shell:later.support.title', tab: 'help' },
  validateSearch: ({ topic }: Record<string, unknown>): { topic?: Topic } => {
    const known = topics.find(name => name === topic);
    return known ? { topic: known } : {};
  },
  component: Page,
});

function Page() {
  return <Later page={Route.useSearch().topic ?? 'support'} />;
}
