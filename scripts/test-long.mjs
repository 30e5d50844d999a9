// `npm run test:long` runs the long tests: kill -9, random input, timing, properties, recipes and load, many times where the
// ordinary suites try a few. Options set the sizes (`--help`); the last line is `N passed, N failed`.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { at, ownNode, root } from './programs.mjs'

const sizes = {
  'kill-rounds': ['40', 'rounds of kill -9 for the server, and as many for its database'],
  'fuzz-runs': ['100', 'inputs for each call of the API, with each seed'],
  'fuzz-seeds': ['3', 'seeds for fuzzing, new ones every time'],
  'timing-runs': ['200', 'runs for known addresses, and as many for unknown ones'],
  'property-runs': ['2000', 'tries of each property'],
  histories: ['500', 'random histories of rewards, each of 60 steps; 10,000 take two to three hours'],
  'pair-rounds': ['20', 'rounds of all pairs of calls about rewards at once; the requirement names 200'],
  'reward-kills': ['1000', 'kills of a process within calls about rewards'],
  'webhook-kills': ['1000', 'kills of a process while webhooks are delivered'],
  'load-seconds': ['120', 'seconds of load while processes are killed'],
  'import-rounds': ['12', 'imports in four parts, each of which meets a kill -9'],
  'stop-seconds': ['30', 'seconds for which no server runs, in the middle of load'],
}
const parts = ['timing', 'kill', 'load', 'imports', 'jobs', 'recipes', 'properties', 'rewards', 'webhooks', 'fuzz']

const help = () =>
  [
    'npm run test:long -- [options] [PARTS]',
    '',
    `PARTS are some of ${parts.join(', ')}; all when none is named.`,
    '',
    ...Object.entries(sizes).map(([name, [size, what]]) => `  --${name.padEnd(15)} ${what} (${size})`),
    '',
  ].join('\n')

const fail = (sentence) => {
  process.stderr.write(`${sentence}\n`)
  process.exit(2)
}

const options = Object.fromEntries(
  Object.entries(sizes).map(([name, [size]]) => [name, { type: 'string', default: size }]),
)
const { values, positionals } = parseArgs({
  options: { ...options, help: { type: 'boolean' } },
  allowPositionals: true,
})
const size = (name) =>
  /^[1-9]\d{0,6}$/.test(values[name])
    ? values[name]
    : fail(`--${name} must be a whole number from 1, not "${values[name]}".`)

const runs = () => {
  const seeds = Array.from({ length: Number(size('fuzz-seeds')) }, () => String(Math.floor(Math.random() * 2 ** 31)))
  return [
    // Timing comes first, before other tests warm the machine up or slow it down.
    {
      part: 'timing',
      files: ['tests/long/timing.long.ts', 'server/live/fanout.test.ts'],
      env: { GUILDHALL_TIMING_RUNS: size('timing-runs') },
    },
    {
      part: 'kill',
      files: ['server/db/embedded/durability.test.ts'],
      env: { GUILDHALL_KILL_ROUNDS: size('kill-rounds') },
    },
    {
      part: 'load',
      files: ['tests/long/kill-under-load.long.ts', 'tests/long/stop-under-load.long.ts'],
      env: { GUILDHALL_LOAD_SECONDS: size('load-seconds'), GUILDHALL_STOP_SECONDS: size('stop-seconds') },
    },
    {
      part: 'imports',
      files: ['tests/long/import-killed.long.ts'],
      env: { GUILDHALL_IMPORT_ROUNDS: size('import-rounds') },
    },
    { part: 'jobs', files: ['tests/api/jobs-of-two-processes.test.ts'], env: {} },
    // Follows docs/recipes.md in copies of the checkout.
    { part: 'recipes', files: ['tests/long/recipes.long.ts'], env: {} },
    {
      part: 'properties',
      files: [
        'shared/rules/money.test.ts',
        'server/modules/payments/parts.test.ts',
        'server/modules/tasks/reputation.test.ts',
        'server/ai/local/local-writer.test.ts',
        'shared/rules/import/random.test.ts',
      ],
      env: { GUILDHALL_PROPERTY_RUNS: size('property-runs') },
    },
    {
      part: 'rewards',
      files: ['tests/long/reward-histories.long.ts'],
      env: { GUILDHALL_HISTORIES: size('histories') },
    },
    {
      part: 'rewards',
      name: 'pairs of calls about rewards',
      files: ['tests/api/reward-deadlocks.test.ts'],
      env: { GUILDHALL_PAIR_ROUNDS: size('pair-rounds') },
    },
    {
      part: 'rewards',
      name: 'kills within calls about rewards',
      files: ['tests/api/reward-kills.test.ts'],
      env: { GUILDHALL_REWARD_KILLS: size('reward-kills') },
    },
    {
      part: 'webhooks',
      files: ['tests/api/webhooks-of-two-processes.test.ts'],
      env: { GUILDHALL_WEBHOOK_KILLS: size('webhook-kills') },
    },
    ...seeds.map((seed) => ({
      part: 'fuzz',
      name: `fuzz, seed ${seed}`,
      files: ['server/http/fuzz.test.ts'],
      env: { GUILDHALL_FUZZ_RUNS: size('fuzz-runs'), GUILDHALL_FUZZ_SEED: seed },
    })),
  ]
}

/** The counts of a run's report. A file that could not be loaded, or a runner that died, counts as a failure. */
const countsOf = (report, code) => {
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { numPassedTests: passed, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const failed = numFailedTests + unloaded.length
  return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed }
}

const runOne = ({ files, env }, report) =>
  new Promise((resolve) => {
    rmSync(report, { force: true })
    const args = ['run', ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const child = spawn(ownNode() ?? process.execPath, [at('node_modules/vitest/vitest.mjs'), ...args], {
      cwd: root,
      stdio: ['ignore', 2, 2],
      env: { ...process.env, ...env, GUILDHALL_LONG: '1' },
    })
    child.on('exit', (code) => resolve(countsOf(report, code)))
  })

if (values.help) process.stdout.write(help())
else {
  const unknown = positionals.find((part) => !parts.includes(part))
  if (unknown) fail(`There is no part "${unknown}": choose from ${parts.join(', ')}.`)
  mkdirSync(at('test-results'), { recursive: true })
  const lines = []
  const totals = { passed: 0, failed: 0 }
  for (const run of runs()) {
    if (positionals.length > 0 && !positionals.includes(run.part)) continue
    const name = run.name ?? run.part
    process.stderr.write(`\n── ${name}\n`)
    const started = Date.now()
    const { passed, failed } = await runOne(run, at('test-results', 'long.json'))
    totals.passed += passed
    totals.failed += failed
    lines.push(`${name.padEnd(24)} ${passed} passed, ${failed} failed, ${Math.round((Date.now() - started) / 1000)} s`)
  }
  process.stderr.write(`\n${lines.join('\n')}\n`)
  process.stdout.write(`${totals.passed} passed, ${totals.failed} failed\n`)
  process.exitCode = totals.failed > 0 ? 1 : 0
}
