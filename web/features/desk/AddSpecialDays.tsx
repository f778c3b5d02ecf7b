/** Adds a holiday or working weekend: a single day or a range. */
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { Form } from '#web/ui/form.tsx';
import { SegmentedControl } from '#web/ui/segmented.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { listDaysInRange } from './day-ranges.ts';
import styles from './desk.module.css';
import { addSpecialDays } from './desk-commands.ts';

const nothing = { name: '', first: null as string | null, last: null as string | null };

export function AddSpecialDays() {
  const { t } = useTranslation('desk');
  const [typed, setTyped] = useState(nothing);
  const [kind, setKind] = useState<'holiday' | 'worked'>('holiday');
  const [told, setTold] = useState(false);
  const [pending, setPending] = useState(false);
  const { first, last } = typed;
  const name = typed.name.trim();
  const days = first === null ? undefined : listDaysInRange(first, last);
  const add = async () => {
    setTold(true);
    if (pending || name === '' || !days) return;
    setPending(true);
    const done = await addSpecialDays(days.map(day => ({ day, works: kind === 'worked', name })));
    setPending(false);
    if (!done) return;
    setTold(false);
    setTyped(nothing);
    toast({ text: t('days.added', { name }), tone: 'ok' });
  };
  return (
    <Form className={styles.add} onSubmit={add}>
      <TextField
        label={t('days.name')}
        value={typed.name}
        maxLength={60}
        autoComplete="off"
        onChange={text => setTyped({ ...typed, name: text })}
        error={told && name === '' ? t('days.required') : undefined}
      />
      <DateField
        label={t('days.first')}
        value={first}
        onChange={day => setTyped({ ...typed, first: day })}
        error={told && first === null ? t('days.required') : undefined}
      />
      <DateField
        label={t('days.last')}
        hint={t('days.lastHint')}
        value={last}
        onChange={day => setTyped({ ...typed, last: day })}
        error={told && first !== null && !days ? t('days.order') : undefined}
      />
      <SegmentedControl
        label={t('days.kind')}
        value={kind}
        onChange={setKind}
        options={[
          { value: 'holiday', label: t('days.holiday') },
          { value: 'worked', label: t('days.worked') },
        ]}
      />
      <Button type="submit" icon={<Plus />} pending={pending}>
        {t('days.add')}
      </Button>
    </Form>
  );
}
