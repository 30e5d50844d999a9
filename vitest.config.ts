import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const alias = [{ find: /^#platform$/, replacement: here('tests/support/fake-platform.ts') }]
/** Whether this is the long run (scripts/test-long.mjs): it has files of its own, and tries every property more often. */
const isLong = process.env.GUILDHALL_LONG === '1'
const setupFiles = process.env.GUILDHALL_PROPERTY_RUNS ? ['tests/long/property-runs.ts'] : []
/** Whether the screens' tests run on the development builds of React and other packages, which are slower and warn of mistakes. */
const isReactDevelopment = process.env.GUILDHALL_REACT === 'development'
const tests = (...folders: string[]) => folders.map((folder) => `${folder}/**/*.test.ts`)

const screenTests = 'src-renderer/**/*.test.{ts,tsx}'
/** Files that replace a module of the app, or say `@isolated` and why: they share no modules and no window. */
const apart = globSync(screenTests).filter((file) =>
  /\bvi\.(?:mock|resetModules)\(|@isolated/.test(readFileSync(file, 'utf8')),
)

/**
 * Loads packages in the form that people use, not in the one for development, which Vite would choose for tests. Emotion's form for
 * development gives every rule a <style> element of its own, which took jsdom a quarter of the time of the screens' tests.
 */
const productionPackages: Plugin = {
  name: 'production-packages',
  configResolved(config) {
    for (const { resolve } of [config, config.ssr, ...Object.values(config.environments)]) {
      const at = resolve?.conditions?.indexOf('development|production') ?? -1
      if (at >= 0) resolve?.conditions?.splice(at, 1)
    }
  },
}

/** The files that take longest, the longest first: begun late, one of them would keep one processor busy while the other has nothing to do. */
const longest = [
  'tests/start/start.test.ts',
  'tests/architecture/planted-violations.test.ts',
  'server/modules/notifications/mailed-events.test.ts',
  'tests/api/matrix.test.ts',
  'tests/api/transactions.test.ts',
  'scripts/make-cluster.test.ts',
  'tests/desktop/window.test.ts',
  'tests/desktop/session.test.ts',
  'tests/start/beside-a-server.test.ts',
  'server/db/embedded/durability.test.ts',
  'tests/api/former-members.test.ts',
  'tests/desktop/notices.test.ts',
  'server/modules/figures/figures.test.ts',
]
/** A fresh clone does not know how long each file takes, and vitest would begin with the files that have most letters. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((path) => moduleId.endsWith(`/${path}`))
      return at < 0 ? longest.length : at
    }
    return sorted.sort((a, b) => place(a) - place(b))
  }
}

/** A project of tests in jsdom. */
const screens = (name: string, how: { include?: string[]; exclude?: string[]; isolate?: false }) => ({
  extends: true as const,
  resolve: { alias },
  plugins: isReactDevelopment ? [] : [productionPackages],
  oxc: { jsx: { runtime: 'automatic' as const, development: isReactDevelopment } },
  test: {
    name,
    include: [screenTests],
    environment: 'jsdom',
    ...(!isReactDevelopment && { env: { NODE_ENV: 'production' } }),
    setupFiles: [
      ...setupFiles,
      'tests/support/input-methods.ts',
      ...(isReactDevelopment ? [] : ['tests/support/react-production.ts']),
      // It loads modules of the app, which a file that replaces one must do itself.
      ...(how.isolate === false ? ['tests/support/clean-file.ts'] : []),
    ],
    ...how,
  },
})

/** Unit, renderer, server, CLI and architecture tests; the end-to-end ones are Playwright's (playwright.config.ts). */
export default defineConfig({
  test: {
    setupFiles,
    // The machines that test this project have two cores, which two files of screens keep busy.
    maxWorkers: 2,
    // On CI a failed test gets a second try, which the reporter notes (docs/decisions/0009).
    retry: process.env.CI ? 1 : 0,
    // These limits only end what hangs. How long something takes they never say: a busy machine takes several times as long.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A test that asserts nothing fails, because it would pass whatever the product did.
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
    // On CI tests run in another order each day, so that no test depends on what another left behind; `npm test` prints the seed at the
    // end. All runs of a day have the same order, so that a failure can be repeated.
    sequence: {
      sequencer: LongestFirst,
      shuffle: { tests: Boolean(process.env.CI), files: false },
      ...(process.env.CI && { seed: Number(new Date().toISOString().slice(0, 10).replaceAll('-', '')) }),
      groupOrder: 1,
    },
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: tests('shared', 'src-preload'), environment: 'node', isolate: false },
      },
      screens('renderer', { exclude: apart, isolate: false }),
      screens('renderer-apart', { include: apart }),
      {
        extends: true,
        test: {
          name: 'node',
          include: [
            ...tests('server', 'cli', 'src-main', 'scripts', 'tests'),
            ...(isLong ? ['tests/long/**/*.long.ts'] : []),
          ],
          environment: 'node',
          // These tests keep their state in databases and processes of their own, so files can share modules: loading the server for each
          // file took a quarter of the time.
          isolate: false,
          // Much of their time is waiting: for PostgreSQL, for processes that start, for clocks. A third file fills that time, and all of them
          // run before the other projects' files, which would have to share two cores among three.
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
          // Starts PostgreSQL for the run, one for each worker of a whole run; tests make scratch databases in it.
          globalSetup: ['tests/support/global-setup.ts'],
        },
      },
    ],
  },
})
