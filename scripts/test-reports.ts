import { stripVTControlCharacters } from 'node:util'

/** What the runners' reports say, for the last lines of `npm test`. */
export type SuiteResult = {
  passed: number
  failed: number
  /** Each with where and how it failed. */
  failures: string[]
  /** Tests that passed on their second try only, and how the first one failed. */
  secondTries: string[]
  /** Options that run the tests in the same order again; null when the order was not drawn. */
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
/** What test-notes-reporter.ts writes. */
export type VitestNotes = {
  seed: number | null
  secondTries: Array<{ name: string; why: string | undefined }>
}

/** The beginning of an error's message, indented. */
const told = (message = 'no reason given'): string[] =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() && !line.includes('node_modules'))
    .slice(0, 8)
    .map((line) => `    ${line}`)

/** vitest's JSON report, and the notes beside it. */
export const readVitest = (report: VitestReport, notes: VitestNotes | undefined): SuiteResult => {
  const files = report.testResults.filter(({ status }) => status === 'failed')
  // A file that could not even be loaded has no failed test in it, but it is a failure.
  const unloaded = files.filter(({ assertionResults }) => assertionResults.length === 0)
  const failures = files
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => [fullName, ...told(failureMessages[0])].join('\n'))
  const seed = notes?.seed ?? null
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    failures: [...failures, ...unloaded.map(({ name }) => `${name} could not be loaded`)],
    secondTries: (notes?.secondTries ?? []).map(({ name, why }) => [name, ...told(why)].join('\n')),
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

/** The tests of a status, each with where and how it failed last. */
const namesOf = ({ specs = [], suites = [] }: Suite, status: string): string[] => {
  const fitting = specs.filter((spec) => spec.tests.some((test) => test.status === status))
  return [
    ...fitting.map((spec) => `${spec.title}\n${reasonOf(spec)}`),
    ...suites.flatMap((one) => namesOf(one, status)),
  ]
}

/** Playwright's JSON report. */
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
