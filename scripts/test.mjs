// `npm test` installs if needed, builds, runs the quick checks and every suite. The last line is `N passed, N failed`.
// `npm test -- --help` says how to run a part of this. Until the packages are installed, this file runs on plain Node 20.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { endChecks, runChecks } from './check.mjs'
import { install } from './install.mjs'
import { isOwnNode } from './own-node.mjs'
import { at, electronBinary, ownNode, root } from './programs.mjs'
import { missingForKeyring, withKeyring } from './with-keyring.mjs'

/** Failures and second tries are printed together at the very end, because CI keeps only the last lines of a long run. */
const failures = []
const secondTries = []
/** The commands that run a suite's tests in the same order again. */
const orders = []
const nothingReported = { passed: 0, failed: 0, failures: [], secondTries: [], order: null }
const readJson = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)
const say = (text) => process.stderr.write(`${text}\n`)
const fail = (sentence) => {
  say(sentence)
  endChecks()
  process.exit(2)
}

// Some hundred processes load the same packages; with the compile cache these are compiled once for all processes.
process.env.NODE_COMPILE_CACHE ??= at('node_modules', '.cache', 'node-compile')

const help = `npm test [-- SUITE [WORDS]]

Installs if needed, builds, runs the quick checks and every suite. The last line is "N passed, N failed".

  npm test                      all of it
  npm test -- check             types, lint, boundaries, dead code, format
  npm test -- unit              unit, server, CLI and architecture tests (vitest)
  npm test -- e2e-web           end-to-end tests in Chromium (Playwright)
  npm test -- e2e-desktop       end-to-end tests in the desktop app

Words after the suite go to its runner: npm test -- unit shared/rules
                                        npm test -- e2e-web tests/e2e/auth.spec.ts
Unit tests named by their path get only what they need: most need no build, no browser and no keyring.
With CI=true a failed test gets a second try, and vitest's tests run in another order each day; the last lines tell both.
To run the tests in that order again: npm test -- unit --sequence.shuffle.tests --sequence.seed=NUMBER
`
if (/^(--help|-h|help)$/.test(process.argv[2] ?? '')) {
  process.stdout.write(help)
  process.exit(0)
}

const isFresh = !existsSync(at('node_modules'))
const problem = install()
if (problem) fail(problem)
// tests/start, which installs in another fresh clone, need not unpack the same packages a second time.
if (isFresh) process.env.GUILDHALL_INSTALLED = '1'
if (!isOwnNode()) {
  const again = spawn(ownNode(), process.argv.slice(1), { stdio: 'inherit', cwd: root })
  again.on('exit', (code) => process.exit(code ?? 1))
} else await run()

/** The path of a Chromium: the system's, else Playwright's own, else one of Debian's packages, which it installs. Null if there is none. */
async function findBrowser() {
  const { chromiumPath } = await import('../tests/support/chromium.ts')
  const { chromium } = await import('@playwright/test')
  const found = chromiumPath() ?? (existsSync(chromium.executablePath()) ? chromium.executablePath() : null)
  if (found) return found
  if (installsDebian(['chromium-headless-shell']) || installsDebian(['chromium'])) return chromiumPath() ?? null
  return null
}

/** Installs Debian's packages, if this process is root and apt-get is there. Returns whether they are installed. */
function installsDebian(packages) {
  if (process.getuid?.() !== 0 || spawnSync('sh', ['-c', 'command -v apt-get'], { stdio: 'ignore' }).status !== 0)
    return false
  say(`Installing ${packages.join(', ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 2], env })
  const args = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
  return spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 2], env }).status === 0
}

function suites({ readPlaywright, readVitest, needsOfUnitTests }) {
  const playwright = (...projects) => [
    at('node_modules/@playwright/test/cli.js'),
    'test',
    ...projects.map((project) => `--project=${project}`),
  ]
  const electron = electronBinary()
  return [
    {
      name: 'unit',
      what: 'unit, server, CLI and architecture tests',
      needs: (words) => needsOfUnitTests(root, words),
      args: [
        at('node_modules/vitest/vitest.mjs'),
        'run',
        '--reporter=default',
        '--reporter=json',
        '--outputFile.json=test-results/unit.json',
        `--reporter=${at('scripts/test-notes-reporter.ts')}`,
      ],
      read: readVitest,
    },
    {
      name: 'e2e-web',
      what: 'end-to-end tests in Chromium',
      needs: () => ['build', 'keyring', 'browser'],
      args: playwright('web', 'release-1', 'release-2'),
      read: readPlaywright,
    },
    {
      name: 'e2e-desktop',
      what: `end-to-end tests in the desktop app, on ${electron ? 'the Electron binary' : "the project's stand-in for Electron"}`,
      needs: () => ['build', 'keyring', 'browser'],
      args: playwright('desktop'),
      read: readPlaywright,
    },
  ]
}

/** Prepares what the chosen tests need; when something is missing, ends the program with one sentence. */
async function provide(needs) {
  const browser = needs.has('browser') ? await findBrowser() : null
  if (needs.has('browser') && !browser)
    fail('No browser was found: install Chromium or Google Chrome, or name one in CHROMIUM.')
  if (needs.has('keyring')) {
    if (missingForKeyring()) installsDebian(['dbus', 'gnome-keyring', 'libsecret-1-0'])
    const missing = missingForKeyring()
    if (missing) fail(missing)
  }
  return { browser }
}

/** Builds what is stale; ends the run with one sentence when that fails. */
async function buildAll() {
  const { build } = await import('./build.mjs')
  try {
    await build()
  } catch (error) {
    fail(`The build failed: ${error.message}.`)
  }
}

/** Runs the command without a keyring; returns its exit code. */
function runPlainly(command, args, options) {
  const child = spawn(command, args, { stdio: 'inherit', ...options, env: { ...process.env, ...options.env } })
  return new Promise((resolve) => child.on('error', () => resolve(127)).on('exit', (code) => resolve(code ?? 1)))
}

async function run() {
  const [only, ...rest] = process.argv.slice(2)
  const all = suites({ ...(await import('./test-reports.ts')), ...(await import('./test-needs.ts')) })
  const chosen = only ? all.filter((suite) => suite.name === only) : all
  const isChecked = !only || only === 'check'
  if (chosen.length === 0 && !isChecked)
    fail(`There is no suite "${only}": choose from check, ${all.map((suite) => suite.name).join(', ')}.`)

  const needs = new Set(chosen.flatMap((suite) => [...suite.needs(rest)]))
  const { browser } = await provide(needs)

  mkdirSync(at('test-results'), { recursive: true })
  const totals = { passed: 0, failed: 0 }
  const lines = []
  const note = (name, { passed, failed }, started) => {
    totals.passed += passed
    totals.failed += failed
    const seconds = Math.round((Date.now() - started) / 1000)
    lines.push(`${name.padEnd(12)} ${passed} passed, ${failed} failed, ${seconds} s`)
  }
  if (isChecked) {
    say('\n── types, lint, boundaries, dead code, format')
    const started = Date.now()
    const { failed, passed } = await runChecks({ before: needs.has('build') ? buildAll : undefined })
    failures.push(...failed)
    note('check', { passed, failed: failed.length }, started)
  } else if (needs.has('build')) await buildAll()
  for (const suite of chosen) {
    const report = at('test-results', `${suite.name}.json`)
    const notes = at('test-results', `${suite.name}-notes.json`)
    for (const file of [report, notes]) rmSync(file, { force: true })
    say(`\n── ${suite.what}`)
    const started = Date.now()
    const env = { E2E_REPORT: report, TEST_NOTES: notes, E2E_DESKTOP: process.env.E2E_DESKTOP }
    if (browser) env.CHROMIUM = browser
    // On the real Electron binary, and when tests are named, all of them run, those marked @renderer too (playwright.config.ts).
    if (electronBinary() || rest.length > 0) env.E2E_DESKTOP ??= 'whole'
    if (needs.has('build')) env.GUILDHALL_BUILT = '1'
    // Each of the three workers of a whole run has a PostgreSQL of its own (tests/support/global-setup.ts); a few files start sooner with one.
    if (suite.name === 'unit' && rest.length === 0) env.GUILDHALL_TEST_POSTGRES_COUNT = '3'
    const start = needs.has('keyring') ? withKeyring : runPlainly
    const code = await start(process.execPath, [...suite.args, ...rest], { cwd: root, env })
    const result = existsSync(report) ? suite.read(readJson(report), readJson(notes)) : nothingReported
    failures.push(...result.failures)
    secondTries.push(...result.secondTries)
    if (result.order) orders.push(`npm test -- ${suite.name} ${result.order}`)
    // A runner that ended with an error but has no failed test (it crashed, or found no tests) counts as a failure.
    const counts = { passed: result.passed, failed: result.failed }
    if ((code !== 0 && result.failed === 0) || result.passed + result.failed === 0) {
      counts.failed += 1
      failures.push(`${suite.name}: its runner ended badly (exit code ${code})`)
    }
    note(suite.name, counts, started)
  }
  for (const command of orders) say(`to run the tests in this order again: ${command}`)
  for (const name of secondTries) say(`passed on its second try only: ${name}`)
  for (const name of failures) say(`failed: ${name}`)
  say(`\n${lines.join('\n')}`)
  process.stdout.write(`${totals.passed} passed, ${totals.failed} failed\n`)
  process.exitCode = totals.failed > 0 ? 1 : 0
}
