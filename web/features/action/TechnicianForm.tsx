/** Distributing a case to a technician, and giving it to another one. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { technicians } from '#web/lib/view.ts';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { FormDialog } from './FormDialog.tsx';
import type { FormProps } from './send.ts';
import { useForm } from './useForm.ts';

export function TechnicianForm(props: FormProps) {
  const { t } = useTranslation(['action', 'case']);
  const people = useQuery(technicians());
  const form = useForm(props, { technicianId: '', note: '' });
  const { technicianId, note } = form.values;
  const noteNeeded = props.action === 'reassign';
  const ready = technicianId !== '' && (!noteNeeded || note.trim() !== '');
  const others = (people.data ?? []).filter(p => p.id !== props.detail?.header.assignee?.id);
  return (
    <FormDialog
      form={props}
      pending={form.pending}
      disabled={!ready}
      disabledReason={ready ? undefined : t(noteNeeded ? 'chooseTechnicianAndNote' : 'chooseTechnician')}
      error={form.other(['technicianId', 'note'])}
      submit={() => void form.submit({ technicianId, ...(note.trim() ? { note: note.trim() } : {}) })}
    >
      {people.isPending ? (
        <Skeleton lines={3} label={t('loading')} />
      ) : (
        <RadioGroup
          label={t('technician')}
          {...form.field('technicianId', technicianId)}
          options={others.map(p => ({ value: p.id, label: p.name }))}
        />
      )}
      <TextArea
        label={t(`case:note.${props.action}`)}
        required={noteNeeded}
        optional={!noteNeeded}
        {...form.field('note', note)}
      />
    </FormDialog>
  );
}
