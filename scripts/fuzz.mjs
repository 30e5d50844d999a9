// `npm run fuzz -- --runs 500 --seed 7` sends random input to every call of the API, 500 times each. A failure's report
// names the seed, which reproduces its inputs.
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { at, ownNode, root } from './programs.mjs'

const wholeNumber = (name, text) => {
  if (/^\d{1,9}$/.test(text)) return text
  process.stderr.write(`--${name} must be a whole number, not "${text}".\n`)
  process.exit(2)
}

const { values } = parseArgs({ options: { runs: { type: 'string', default: '200' }, seed: { type: 'string' } } })
const env = {
  ...process.env,
  GUILDHALL_FUZZ_RUNS: wholeNumber('runs', values.runs),
  ...(values.seed !== undefined && { GUILDHALL_FUZZ_SEED: wholeNumber('seed', values.seed) }),
}
const args = [at('node_modules/vitest/vitest.mjs'), 'run', '--project', 'node', 'server/http/fuzz.test.ts']
spawn(ownNode(), args, { stdio: 'inherit', cwd: root, env }).on('exit', (code) => process.exit(code ?? 1))
