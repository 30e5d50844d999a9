import { defineConfig } from '@playwright/test'

/**
 * One set of specs for the browser and the desktop app. A test named @renderer is about what the page does with answers, and the page is
 * the same in both. So it runs in the desktop app only on the real Electron binary, not on its stand-in (docs/decisions/0022).
 */
const isWholeDesktop = process.env.E2E_DESKTOP === 'whole'

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/artifacts',
  fullyParallel: true,
  workers: 2,
  // On CI a failed test gets a second try, which is reported (docs/decisions/0009).
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['line'], ['json', { outputFile: process.env.E2E_REPORT ?? 'test-results/e2e.json' }]],
  // Recording every test would cost a third of the time on two cores, so CI records only second tries.
  use: { trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure', screenshot: 'only-on-failure' },
  projects: [
    // Each project leaves out the specs that are about the other one alone.
    { name: 'web', testIgnore: '**/e2e/desktop/**', use: { platformKind: 'web' } as object },
    {
      name: 'desktop',
      testIgnore: '**/e2e/web/**',
      ...(!isWholeDesktop && { grepInvert: /@renderer$/ }),
      use: { platformKind: 'desktop' } as object,
    },
  ],
})
