// `npm run test:ha` runs etcd, three PostgreSQL under Patroni, HAProxy and two servers on this machine, puts writers and live streams on
// them, takes the primary away in several ways, and checks that nothing acknowledged is lost or doubled. It exits with 77 and names
// Debian's packages where these are missing. As root it gives each machine a network of its own (tests/ha/run.ts has the rest).
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { parseArgs } from 'node:util'
import { at, ownNode, root } from './programs.mjs'

/** What a test means that could not be tried, to automake and many others. */
const NOT_TRIED = 77
const POSTGRES = '/usr/lib/postgresql'
const sizes = {
  kills: ['5', 'times that the primary is killed'],
  seconds: ['10', 'seconds of load before each fault'],
  writers: ['12', 'writers at once'],
  streams: ['8', 'live streams'],
}

const help = () =>
  [
    'npm run test:ha -- [options]',
    '',
    ...Object.entries(sizes).map(([name, [size, what]]) => `  --${name.padEnd(10)} ${what} (${size})`),
    '  --keep       leave logs and data in the folder that the first line names',
    '',
  ].join('\n')
const end = (code, sentence) => {
  process.stderr.write(`${sentence}\n`)
  process.exit(code)
}

const options = Object.fromEntries(
  Object.entries(sizes).map(([name, [size]]) => [name, { type: 'string', default: size }]),
)
const { values } = parseArgs({ options: { ...options, keep: { type: 'boolean' }, help: { type: 'boolean' } } })
if (values.help) end(0, help())
for (const name of Object.keys(sizes))
  if (!/^[1-9]\d{0,3}$/.test(values[name])) end(2, `--${name} must be a whole number from 1, not "${values[name]}".`)

const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
const isThere = (program) => folders.some((folder) => existsSync(join(folder, program)))
const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES).filter((name) => /^\d+$/.test(name)) : []
const bin = versions
  .map((version) => join(POSTGRES, version, 'bin'))
  .findLast((folder) => existsSync(join(folder, 'postgres')))
const missing = [
  !isThere('patroni') && 'patroni',
  !isThere('etcd') && 'etcd-server',
  !isThere('haproxy') && 'haproxy',
  !bin && 'postgresql',
].filter(Boolean)
if (missing.length > 0)
  end(NOT_TRIED, `Not tried: this needs Debian's packages ${missing.join(', ')}: apt-get install ${missing.join(' ')}`)

const isRoot = process.getuid() === 0
/** A space of processes, too, so that nothing is left when this ends; PID 1 there is a shell, which clears up after lost processes. */
const apart = ['--net', '--mount', '--pid', '--fork', '--mount-proc', '--kill-child']
const hasNetworks =
  isRoot &&
  isThere('ip') &&
  isThere('nft') &&
  spawnSync('unshare', [...apart, 'true'], { stdio: 'ignore' }).status === 0

const build = spawnSync(ownNode() ?? process.execPath, [at('scripts', 'build.mjs'), 'server'], { stdio: 'inherit' })
if (build.status !== 0) process.exit(build.status ?? 1)

const trial = [ownNode() ?? process.execPath, at('tests', 'ha', 'run.ts')]
const [program, ...args] = hasNetworks
  ? ['unshare', ...apart, 'bash', '-c', 'mount -t tmpfs tmpfs /run; "$@"; exit $?', '--', ...trial]
  : trial
const scratch = mkdtempSync(join(tmpdir(), 'guildhall-ha-'))
// PostgreSQL's user works below it.
chmodSync(scratch, 0o755)
const given = { ...values, scratch, bin, isRoot, hasNetworks }
const child = spawn(program, args, {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, HA_TRIAL: JSON.stringify(given) },
})
// `unshare` passes no signals on; what it has started ends with it.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(hasNetworks ? 'SIGKILL' : signal))
child.on('exit', (code) => {
  if (!values.keep) rmSync(scratch, { recursive: true, force: true })
  process.exit(code ?? 1)
})
