import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const alias = { '#platform': here('src-renderer/platform/web.ts') }
/** The long proofs (scripts/test-long.mjs): their own files, and more tries of every property. */
const isLong = process.env.GUILDHALL_LONG === '1'
const setupFiles = process.env.GUILDHALL_PROPERTY_RUNS ? ['tests/long/property-runs.ts'] : []
const tests = (...folders: string[]) => folders.map((folder) => `${folder}/**/*.test.ts`)

/** Unit, renderer, server, CLI and architecture tests; the end-to-end ones are Playwright's (playwright.config.ts). */
export default defineConfig({
  test: {
    setupFiles,
    // Two cores everywhere that this project is tested; password hashing and PostgreSQL want their share.
    maxWorkers: 2,
    // On CI a test gets a second try; the reporter marks it (docs/decisions/0009).
    retry: process.env.CI ? 1 : 0,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A test that asserts nothing fails: it would pass whatever the product did.
    expect: { requireAssertions: true, poll: { timeout: 10_000 } },
    // On CI in another order each day, so that no test leans on what another left behind; `npm test` says the seed at the end.
    // A day's runs agree: what was green before it is handed in is green afterwards, and a failure can be had again at once.
    sequence: {
      shuffle: { tests: Boolean(process.env.CI), files: false },
      ...(process.env.CI && { seed: Number(new Date().toISOString().slice(0, 10).replaceAll('-', '')) }),
    },
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: tests('shared', 'src-preload'), environment: 'node', isolate: false },
      },
      {
        extends: true,
        plugins: [react()],
        resolve: { alias },
        test: { name: 'renderer', include: ['src-renderer/**/*.test.{ts,tsx}'], environment: 'jsdom' },
      },
      {
        extends: true,
        test: {
          name: 'node',
          include: [
            ...tests('server', 'cli', 'src-main', 'scripts', 'tests'),
            ...(isLong ? ['tests/long/**/*.long.ts'] : []),
          ],
          environment: 'node',
          // Their state is in databases and processes of their own; loading the server anew for each file took a quarter of the time.
          isolate: false,
          // One PostgreSQL for the whole run; tests take scratch databases of it.
          globalSetup: ['tests/support/global-setup.ts'],
        },
      },
    ],
  },
})
