import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import type { VitestNotes } from './test-reports.ts'

/**
 * A reporter of vitest for `npm test`. Its JSON report says neither which tests passed on their second try only nor the seed of
 * the order in which they ran; this one writes both to the file that TEST_NOTES names.
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
