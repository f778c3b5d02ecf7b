/** A step that cannot be shown: the reason, and a link to another page. */
import type { ReactNode } from 'react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

type NothingProps = { title: string; href: string; label: string; children?: ReactNode };

export function StepUnavailable({ title, href, label, children }: NothingProps) {
  return (
    <div className="page">
      <EmptyState page title={title} action={<LinkButton href={href}>{label}</LinkButton>}>
        {children}
      </EmptyState>
    </div>
  );
}
