// `npm run fuzz -- --runs 500 --outside 100000 --seed 7` sends random input to every call of the API, 500 times each, and 100,000
// inputs to what strangers and programs ask for: pages, feeds, calendars, tokens. A failure's report names the seed, which reproduces its inputs.
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { at, ownNode, root } from './programs.mjs'

const wholeNumber = (name, text) => {
  if (/^\d{1,9}$/.test(text)) return text
  process.stderr.write(`--${name} must be a whole number, not "${text}".\n`)
  process.exit(2)
}

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    outside: { type: 'string', default: '100000' },
    seed: { type: 'string' },
  },
})
/** The tests of server/plugins/outside-fuzz.test.ts share the inputs. */
const OUTSIDE_TESTS = 5
const env = {
  ...process.env,
  GUILDHALL_OUTSIDE_RUNS: String(Math.ceil(Number(wholeNumber('outside', values.outside)) / OUTSIDE_TESTS)),
  GUILDHALL_FUZZ_RUNS: wholeNumber('runs', values.runs),
  ...(values.seed !== undefined && { GUILDHALL_FUZZ_SEED: wholeNumber('seed', values.seed) }),
}
const args = [
  at('node_modules/vitest/vitest.mjs'),
  'run',
  '--project',
  'node',
  'server/http/fuzz.test.ts',
  'server/plugins/outside-fuzz.test.ts',
]
spawn(ownNode(), args, { stdio: 'inherit', cwd: root, env }).on('exit', (code) => process.exit(code ?? 1))
