import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Reporter, SerializedError, TestModule, Vitest } from 'vitest/node'
import type { VitestNotes } from './test-reports.ts'

/**
 * A vitest reporter for `npm test`. The JSON report lacks which tests passed only on their second try, the errors that no test
 * caught, and the seed of the order; this writes all three to the file that TEST_NOTES names.
 */
export default class TestNotes implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[], uncaught: readonly SerializedError[]): void {
    const path = process.env['TEST_NOTES']
    if (!path) return
    const secondTries = modules
      .flatMap((module) => [...module.children.allTests()])
      .filter((test) => test.result().state === 'passed' && (test.diagnostic()?.retryCount ?? 0) > 0)
      // The errors of a passed test are those of its first try.
      .map((test) => ({
        name: `${test.module.relativeModuleId}: ${test.fullName}`,
        why: test.result().errors?.[0]?.message,
      }))
    const uncaughtErrors = uncaught.map((error) => ({
      name: [error['VITEST_TEST_PATH'], error['VITEST_TEST_NAME']].filter(Boolean).join(': '),
      why: error.stack ?? error.message,
    }))
    const notes: VitestNotes = { seed: this.#vitest?.getSeed() ?? null, secondTries, uncaughtErrors }
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, JSON.stringify(notes))
  }
}
