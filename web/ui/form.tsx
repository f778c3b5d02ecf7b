import type { ReactNode } from 'react';

type Props = { className?: string; onSubmit: () => unknown; children: ReactNode };

/** A form that the script sends. Enter submits it too; the browser does not check the fields. */
export function Form({ className, onSubmit, children }: Props) {
  return (
    <form
      className={className}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
    </form>
  );
}
