import { describe, expect, it } from 'vitest';
import { shareStreamOf } from '#events/share/stream.ts';
import { actorName } from './actor-name.ts';

/** Shows the dictionary's key with its values. */
const t = ((key: string, values?: object) =>
  values ? `${key} ${Object.values(values).join('/')}` : key) as never;
const min = { id: 'min', name: '李敏', position: 'Assistant' } as const;
const forDoctor = (name: string) => actorName({ ...min, actsFor: { name } }, t);

describe('the name of an actor', () => {
  it('is the name alone outside a doctor’s case', () => {
    expect(actorName(min, t)).toBe('李敏');
  });
  it('of an assistant in a case tells for whom', () => {
    expect(forDoctor('文清')).toBe('common:actsFor 李敏/文清');
  });
  it('repeats no title', () => {
    expect(['王医生', 'Dr Wen', 'Drake'].map(forDoctor)).toEqual([
      'common:actsFor 李敏/王',
      'common:actsFor 李敏/Wen',
      'common:actsFor 李敏/Drake',
    ]);
  });
  it('is a word for the system and for the patient', () => {
    expect(actorName({ id: 'system', name: 'system' }, t)).toBe('case:history.system');
    expect(actorName({ id: shareStreamOf('k'), name: 'x' }, t)).toBe('case:history.patient');
  });
});
