/** Values, refusals and sending of one dialog. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormProps, Sent } from './send.ts';

export function useForm<V extends object>({ action, send, onClose }: FormProps, first: V) {
  const { t } = useTranslation('error');
  const [values, setValues] = useState(first);
  const [sent, setSent] = useState<Sent>(null);
  const [pending, setPending] = useState(false);
  const set = <K extends keyof V>(name: K, value: V[K]) => setValues(v => ({ ...v, [name]: value }));
  /** The sentence for a field that was refused; a path below it counts as well. */
  const error = (field: string): string | undefined => {
    const issue = sent?.issues.find(i => i.path === field || i.path.startsWith(`${field}.`));
    return issue && t(`issue.${issue.issue}`, { ...issue.values, defaultValue: sent?.message });
  };
  return {
    values,
    pending,
    set,
    error,
    /** What a field is given. @param value shown: the form's own, or what stands for it until somebody answers */
    field: <K extends keyof V & string, T extends V[K]>(name: K, value: T) => ({
      value,
      onChange: (chosen: V[K]) => set(name, chosen),
      error: error(name),
    }),
    /** What was refused and belongs to no field of this dialog. */
    other: (fields: readonly string[]): string | undefined =>
      sent && !sent.issues.some(i => fields.some(f => i.path === f || i.path.startsWith(`${f}.`)))
        ? sent.message
        : undefined,
    submit: async (input: object) => {
      setPending(true);
      const answer = await send(action, input);
      setPending(false);
      setSent(answer);
      if (answer === null) onClose();
    },
  };
}
