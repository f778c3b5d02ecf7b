import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Unit, contract and property tests, beside what they test. Playwright's are in infra/e2e. */
export default defineConfig({
  plugins: [react()],
  test: {
    include: ['{events,projections,services,web,workers,infra}/**/*.test.{ts,tsx}'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { requireAssertions: true },
  },
});
