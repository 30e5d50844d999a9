import { defineConfig } from '@playwright/test'

/** One spec set, run twice: in the browser and in the desktop app. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/artifacts',
  fullyParallel: true,
  workers: 2,
  // On CI a test gets a second try; needing it is said aloud (docs/decisions/0009).
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['line'], ['json', { outputFile: process.env.E2E_REPORT ?? 'test-results/e2e.json' }]],
  // Recording every test costs a third of the time on two cores; CI records the second try of one that failed.
  use: { trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure', screenshot: 'only-on-failure' },
  projects: [
    // What is about one of the two alone has no counterpart on the other.
    { name: 'web', testIgnore: '**/e2e/desktop/**', use: { platformKind: 'web' } as object },
    { name: 'desktop', testIgnore: '**/e2e/web/**', use: { platformKind: 'desktop' } as object },
  ],
})
