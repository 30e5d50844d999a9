import { defineConfig } from '@playwright/test'

/**
 * One set of specs for the browser and the desktop app. A test named @renderer is about what the page does with answers, and the page is
 * the same in both. So it runs in the desktop app only on the real Electron binary, not on its stand-in (docs/decisions/0022).
 */
/** The specs of release 2, whose calls a host of release 1 does not have. */
const ofRelease2 = ['**/e2e/inbox.spec.ts', '**/web/inbox-windows.spec.ts', '**/web/live-board.spec.ts']
/** Without this, a few specs of release 1 stand for all of them. */
const isWholeRelease1 = process.env.E2E_RELEASE_1 === 'whole'
/** The same for release 2, whose specs are all but those of release 3. */
const isWholeRelease2 = process.env.E2E_RELEASE_2 === 'whole'
const ofRelease3 = ['bargain', 'dispute', 'stages', 'move-here'].map((name) => `**/web/${name}.spec.ts`)
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
  // These limits only end what hangs. How long something takes they never say: a busy machine takes several times as long.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['line'], ['json', { outputFile: process.env.E2E_REPORT ?? 'test-results/e2e.json' }]],
  // Recording every test would cost a third of the time on two cores, so CI records only second tries.
  use: { trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure', screenshot: 'only-on-failure' },
  projects: [
    // Each project leaves out the specs that are about the other one alone.
    { name: 'web', testIgnore: ['**/e2e/desktop/**', '**/e2e/release-*/**'], use: { platformKind: 'web' } as object },
    {
      name: 'desktop',
      testIgnore: ['**/e2e/web/**', '**/e2e/release-*/**'],
      ...(!isWholeDesktop && { grepInvert: /@renderer$/ }),
      use: { platformKind: 'desktop' } as object,
    },
    {
      name: 'release-1',
      ...(!isWholeRelease1 && { testMatch: ['**/e2e/release-1/*.spec.ts', '**/e2e/journey.spec.ts'] }),
      testIgnore: ['**/e2e/desktop/**', '**/e2e/release-2/**', ...ofRelease2],
      // The screens of release 2, which accessibility.spec.ts shows by their names.
      grepInvert: /axe finds nothing on (inbox|settings-notifications|unsubscribe|tasks-import)/,
      use: { platformKind: 'web', hostKind: 'release 1' } as object,
    },
    {
      name: 'release-2',
      ...(!isWholeRelease2 && { testMatch: ['**/e2e/release-2/*.spec.ts', '**/e2e/journey.spec.ts'] }),
      testIgnore: ['**/e2e/desktop/**', '**/e2e/release-1/**', ...ofRelease3],
      use: { platformKind: 'web', hostKind: 'release 2' } as object,
    },
  ],
})
