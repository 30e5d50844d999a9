import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import type { VitestNotes } from './test-reports.ts'

/**
 * A vitest reporter for `npm test`. The JSON report lacks which tests passed only on their second try, and the seed of
 * their order; this writes both to the file that TEST_NOTES names.
 */
export default class TestNotes implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
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
    const notes: VitestNotes = { seed: this.#vitest?.getSeed() ?? null, secondTries }
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, JSON.stringify(notes))
  }
}
