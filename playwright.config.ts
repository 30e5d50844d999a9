import { defineConfig } from '@playwright/test'

/**
 * One spec set for the browser and the desktop app. A test named @renderer is about what the page does with answers, and the page is
 * the same in both: scripts/test.mjs has the real Electron binary run it, and its stand-in leave it out (docs/decisions/0022).
 */
const isWholeDesktop = process.env.E2E_DESKTOP === 'whole'

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
    {
      name: 'desktop',
      testIgnore: '**/e2e/web/**',
      ...(!isWholeDesktop && { grepInvert: /@renderer$/ }),
      use: { platformKind: 'desktop' } as object,
    },
  ],
})
