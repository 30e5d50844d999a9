import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readPlaywright, readVitest, type VitestNotes } from './test-reports.ts'

const planted = `import { appendFileSync } from 'node:fs'
import { expect, test } from 'vitest'
let tries = 0
test('asserts nothing', () => undefined)
test('passes on its second try', () => expect(++tries, 'the first try').toBe(2))
test('fails', () => expect(1).toBe(2))
for (const each of 'abcdefgh')
  test(each, () => {
    appendFileSync(process.env.PLANTED_ORDER, each)
    expect(each).toBeTruthy()
  })
`
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guildhall-reports-'))
  mkdirSync(join(folder, 'shared'))
  writeFileSync(join(folder, 'shared/planted.test.ts'), planted)
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the planted test file with the project's settings, as on CI; returns what `npm test` reads from the reports. */
const run = async (...more: string[]) => {
  const [report, notes, order] = ['report.json', 'notes.json', 'order.txt'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  rmSync(order, { force: true })
  const reporters = [
    '--reporter=json',
    `--outputFile.json=${report}`,
    `--reporter=${resolve('scripts/test-notes-reporter.ts')}`,
  ]
  const args = [
    resolve('node_modules/vitest/vitest.mjs'),
    ...['run', '--root', folder, '--config', resolve('vitest.config.ts'), '--project', 'unit'],
    ...reporters,
    ...more,
  ]
  const env = { ...process.env, CI: 'true', TEST_NOTES: notes, PLANTED_ORDER: order }
  await new Promise((done) => execFile(process.execPath, args, { env }, done))
  const read = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T
  const said = read<Parameters<typeof readVitest>[0]>(report)
  return { ...readVitest(said, read<VitestNotes>(notes)), ran: readFileSync(order, 'utf8') }
}

test('on CI a test without an assertion fails, a second try is reported with its reason, and the order of the tests can be repeated', async () => {
  const first = await run()
  expect(first).toMatchObject({ passed: 9, failed: 2 })
  expect(first.failures.map((one) => one.split('\n')[0]).sort()).toEqual(['asserts nothing', 'fails'])
  expect(first.failures.join()).toMatch(/expected any number of assertion, but got none/)
  expect(first.secondTries).toEqual([
    expect.stringMatching(/^shared\/planted\.test\.ts: passes on its second try\n {4}.*the first try/),
  ])

  expect(first.order).toMatch(/^--sequence\.shuffle\.tests --sequence\.seed=\d+$/)
  const again = await run(...(first.order?.split(' ') ?? []))
  expect(again.ran).toBe(first.ran)
  expect((await run('--sequence.seed=1')).ran).not.toBe((await run('--sequence.seed=2')).ran)
})

test('an error that no test caught is a failure, with the test that ran at the time', async () => {
  const stray = `test('leaves a promise behind', async () => {
  Promise.reject(new Error('nobody waits for this'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(1).toBe(1)
})
`
  writeFileSync(join(folder, 'shared/planted.test.ts'), `${planted}${stray}`)
  const { failed, failures } = await run('-t', 'leaves a promise|^a$')
  expect({ failed, failures }).toEqual({
    failed: 1,
    failures: [
      expect.stringMatching(/while this ran: .*planted\.test\.ts: leaves a promise behind\n.*nobody waits for this/),
    ],
  })
})

test('a file that cannot be loaded counts as a failure, and so does a runner that ends unexpectedly', () => {
  const unloaded = { name: 'a.test.ts', status: 'failed', assertionResults: [] }
  expect(readVitest({ numPassedTests: 3, numFailedTests: 0, testResults: [unloaded] }, undefined)).toEqual({
    passed: 3,
    failed: 1,
    failures: ['a.test.ts could not be loaded'],
    secondTries: [],
    order: null,
  })
  const spec = (title: string, status: string) => ({
    title,
    tests: [{ status, results: [{ error: { message: 'no button' }, errorLocation: { line: 7 } }, {}] }],
  })
  expect(
    readPlaywright({
      stats: { expected: 5, flaky: 1, unexpected: 1 },
      errors: [{ message: 'no browser' }],
      suites: [
        { suites: [{ specs: [spec('shaky', 'flaky'), spec('broken', 'unexpected'), spec('well', 'expected')] }] },
      ],
    }),
  ).toEqual({
    passed: 6,
    failed: 2,
    failures: ['broken\n    at line 7\n    no button', 'no browser'],
    secondTries: ['shaky\n    at line 7\n    no button'],
    order: null,
  })
})
