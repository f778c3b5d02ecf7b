/** Steps of people who register or forgot their password: codes, links, forms, and the messages sent to them. */
import { expect, vi } from 'vitest';
import type { TestServer } from './test-server.ts';

export const testPhone = '13900001234';
export const testEmail = 'wang.fang@clinic.example';
export const testPassword = 'sunny2026';
/** A filled-in registration, without its code. */
export const registrationForm = {
  ...{ userName: 'wang.fang', password: testPassword, name: '王芳', phone: testPhone },
  clinic: '晨光口腔门诊部',
};

type Signed = {
  token: string;
  user: { id: string; orgId: string; trialUntil: string; phone: string | null };
};

export const wrongCodeFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
export const answerWithIssue = (issue: string, path = 'code') => ({ issues: [{ path, issue }] });

/** @param server the server of the test that runs */
export function createJoiningSteps(server: () => TestServer) {
  /** The newest code or link that was sent to an address, after `before` messages. */
  async function sent(to: string, before = 0): Promise<string> {
    await vi.waitFor(() => expect(server().messages.list(to).length).toBeGreaterThan(before));
    const text = server().messages.list(to)[0]?.text ?? '';
    return /token=([\w.-]+)/.exec(text)?.[1] ?? /\d{6}/.exec(text)?.[0] ?? 'none';
  }
  return {
    sent,
    codeFor: async (purpose: string, given: { phone: string } | { email: string }): Promise<string> => {
      const to = 'phone' in given ? given.phone : given.email;
      const before = server().messages.list(to).length;
      expect((await server().post('/api/codes', { body: { purpose, ...given } })).status).toBe(200);
      return sent(to, before);
    },
    register: (body: object) => server().post<Signed>('/api/register', { body }),
    signIn: (userName: string, password: string) =>
      server().post<Signed>('/api/login', { body: { userName, password } }),
  };
}
