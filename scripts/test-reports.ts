import { stripVTControlCharacters } from 'node:util'

/** The results of a suite, read from its runner's reports, for the last lines of `npm test`. */
export type SuiteResult = {
  passed: number
  failed: number
  /** The failed tests, each with the place and the message of its failure. */
  failures: string[]
  /** The tests that passed on their second try only, each with the message of the first try. */
  secondTries: string[]
  /** The options that run the tests in the same order again; null if they ran in the usual order. */
  order: string | null
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: Array<{
    name: string
    status: string
    assertionResults: Array<{ status: string; fullName: string; failureMessages: string[] }>
  }>
}
/** The notes that test-notes-reporter.ts writes. */
export type VitestNotes = {
  seed: number | null
  secondTries: Array<{ name: string; why: string | undefined }>
  /** Errors outside of any test, with the file and the test that ran at the time. */
  uncaughtErrors: Array<{ name: string; why: string | undefined }>
}

/** The beginning of an error's message, indented. */
const told = (message = 'no reason given'): string[] =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() && !line.includes('node_modules'))
    .slice(0, 8)
    .map((line) => `    ${line}`)

/** Reads vitest's JSON report, and the notes of test-notes-reporter.ts. */
export const readVitest = (report: VitestReport, notes: VitestNotes | undefined): SuiteResult => {
  const files = report.testResults.filter(({ status }) => status === 'failed')
  // The report of a file that could not be loaded has no failed test, but the file counts as a failure.
  const unloaded = files.filter(({ assertionResults }) => assertionResults.length === 0)
  const failures = files
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => [fullName, ...told(failureMessages[0])].join('\n'))
  const { seed = null, secondTries = [], uncaughtErrors = [] } = notes ?? {}
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length + uncaughtErrors.length,
    failures: [
      ...failures,
      ...unloaded.map(({ name }) => `${name} could not be loaded`),
      ...uncaughtErrors.map(({ name, why }) =>
        [`an error that no test caught, while this ran: ${name}`, ...told(why)].join('\n'),
      ),
    ],
    secondTries: secondTries.map(({ name, why }) => [name, ...told(why)].join('\n')),
    order: seed === null ? null : `--sequence.shuffle.tests --sequence.seed=${seed}`,
  }
}

type Result = { error?: { message?: string }; errorLocation?: { line: number } }
type Spec = { title: string; tests: Array<{ status: string; results: Result[] }> }
type Suite = { specs?: Spec[]; suites?: Suite[] }
type PlaywrightReport = {
  stats: { expected: number; flaky: number; unexpected: number }
  errors: Array<{ message?: string }>
  suites: Suite[]
}

const reasonOf = ({ tests }: Spec): string => {
  const { error, errorLocation } = tests.flatMap(({ results }) => results).findLast((result) => result.error) ?? {}
  return [...(errorLocation ? [`    at line ${errorLocation.line}`] : []), ...told(error?.message)].join('\n')
}

/** The tests with this status, each with the place and the message of its last failure. */
const namesOf = ({ specs = [], suites = [] }: Suite, status: string): string[] => {
  const fitting = specs.filter((spec) => spec.tests.some((test) => test.status === status))
  return [
    ...fitting.map((spec) => `${spec.title}\n${reasonOf(spec)}`),
    ...suites.flatMap((one) => namesOf(one, status)),
  ]
}

/** Reads Playwright's JSON report. */
export const readPlaywright = ({ stats, errors, suites }: PlaywrightReport): SuiteResult => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected + errors.length,
  failures: [
    ...suites.flatMap((file) => namesOf(file, 'unexpected')),
    ...errors.map((error) => error.message ?? 'the runner failed'),
  ],
  secondTries: suites.flatMap((file) => namesOf(file, 'flaky')),
  order: null,
})
