/** Values, errors and sending of a dialog with its own fields. */
import { useState } from 'react';
import { useCommandState } from '#web/lib/useCommandState.ts';
import type { ActionFormProps } from './action-form.ts';

export function useActionForm<V extends object>({ action, send, onClose }: ActionFormProps, first: V) {
  const [values, setValues] = useState(first);
  const { run, ...sending } = useCommandState();
  const set = <K extends keyof V>(name: K, value: V[K]) => setValues(v => ({ ...v, [name]: value }));
  return {
    ...sending,
    values,
    set,
    /** The props of a field. @param value the form's value, or a default until the person answers */
    field: <K extends keyof V & string, T extends V[K]>(name: K, value: T) => ({
      value,
      onChange: (chosen: V[K]) => set(name, chosen),
      error: sending.error(name),
    }),
    submit: async (input: object) => {
      if (await run(() => send(action, input))) onClose();
    },
  };
}
