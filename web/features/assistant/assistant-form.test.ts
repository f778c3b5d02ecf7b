import { describe, expect, it } from 'vitest';
import {
  assistantIssues,
  assistantPayload,
  editableAssistantFields,
  typedAssistantOf,
} from './assistant-form.ts';

const min = {
  ...{ id: 'min', userName: 'min.li', name: '李敏', phone: '13900000021', address: '上海市' },
  ...{ frozen: false, frozenByAdmin: false, kept: true, doctors: [], offers: [] },
};
const typed = typedAssistantOf(min);
const fresh = { ...typed, password: 'archline1', repeated: 'archline1' };
const said = (issues: ReturnType<typeof assistantIssues>) => issues.map(i => `${i.path} ${i.issue}`);

describe('the form of a new assistant', () => {
  it('requires every field', () => {
    expect(said(assistantIssues(undefined, typedAssistantOf(undefined)))).toEqual(
      ['userName', 'password', 'name', 'phone', 'address'].map(field => `${field} required`),
    );
  });
  it('compares the two passwords', () => {
    expect(assistantIssues(undefined, fresh)).toEqual([]);
    expect(said(assistantIssues(undefined, { ...fresh, repeated: 'archline2' }))).toEqual([
      'repeated passwords-differ',
    ]);
  });
  it('sends everything but the repetition', () => {
    expect(assistantPayload(undefined, { ...fresh, name: ' 李敏 ' })).toEqual({
      ...{ userName: 'min.li', password: 'archline1', name: '李敏' },
      ...{ phone: '13900000021', address: '上海市' },
    });
  });
});

describe('the form of an existing assistant', () => {
  it('sends what was changed, and no empty password', () => {
    expect(assistantPayload(min, typed)).toEqual({});
    expect(assistantPayload(min, { ...typed, phone: '13900000022' })).toEqual({ phone: '13900000022' });
    expect(assistantPayload(min, fresh)).toEqual({ password: 'archline1' });
  });
  it('names what is wrong with the changed fields only', () => {
    expect(assistantIssues({ ...min, phone: null }, { ...typed, phone: '' })).toEqual([]);
    expect(said(assistantIssues(min, { ...typed, phone: '', name: 'Li 9' }))).toEqual([
      'name name-letters',
      'phone required',
    ]);
    expect(said(assistantIssues(min, { ...typed, password: 'short' }))).toEqual([
      'password password-format',
      'repeated passwords-differ',
    ]);
  });
  it('leaves the account to the doctor who keeps it', () => {
    expect(editableAssistantFields({ ...min, kept: false })).toEqual(['name', 'address']);
    expect(assistantPayload({ ...min, kept: false }, { ...fresh, userName: 'other', name: '李莉' })).toEqual({
      name: '李莉',
    });
  });
});
