// Machines on this one. As root each is a network namespace on a bridge, with the addresses of the samples in deploy/. Otherwise each is an
// address of loopback, and a machine that is "unplugged" is stopped by SIGSTOP.
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, createWriteStream, mkdirSync, readdirSync, readlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'

const count = z.coerce.number().int()
/** What scripts/test-ha.mjs has found out, and was asked for. */
export const trial = z
  .object({
    ...{ kills: count, seconds: count, writers: count, streams: count },
    ...{ scratch: z.string(), bin: z.string(), isRoot: z.boolean(), hasNetworks: z.boolean() },
  })
  .parse(JSON.parse(process.env['HA_TRIAL'] ?? '{}'))

const NETWORK = trial.hasNetworks ? '10.0.0.' : '127.0.0.'
const DATABASE_PORT = 5432
export const addressOf = (host: number): string => `${NETWORK}${host}`
/** A sample's text with the addresses that these machines have. */
export const withAddresses = (text: string): string => text.replaceAll('10.0.0.', NETWORK)

/** Runs a command to its end, and answers what it has printed. */
export const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): string => {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', env })
  if (status !== 0) throw new Error(`${[program, ...args].join(' ')}: ${error?.message ?? stderr}`)
  return stdout
}

const idOf = (which: '-u' | '-g') => Number(run('id', [which, 'postgres']))
/** PostgreSQL and Patroni refuse to run as root. */
const asPostgres = trial.isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', '--'] : []

const machines: Machine[] = []
type StartOptions = { env?: NodeJS.ProcessEnv; isPostgres?: boolean }
export type Machine = {
  name: string
  address: string
  /** What it keeps. All its processes work in this folder, by which they are found. */
  folder: string
  /** Runs a command on it to its end, and answers what it printed. */
  call: (program: string, args: readonly string[], env?: NodeJS.ProcessEnv) => string
  /** Starts a program, whose output goes to a file of the folder. */
  start: (program: string, args: readonly string[], options?: StartOptions) => void
  /** Ends all processes at once, by SIGKILL. */
  kill: () => void
  unplug: () => void
  plug: () => void
  /**
   * Drops the packets of the database's connections to these machines, both ways and without a word to either; new connections get
   * through. Answers how many there were.
   */
  dropState: (others: readonly Machine[]) => number
  /** Lets everything through. */
  forgetDrops: () => void
}
export const createMachine = (name: string, host: number): Machine => {
  const address = addressOf(host)
  const folder = join(trial.scratch, name)
  mkdirSync(folder)
  if (trial.isRoot) chownSync(folder, idOf('-u'), idOf('-g'))
  if (trial.hasNetworks) plugIn(name, address)
  const inside = trial.hasNetworks ? ['nsenter', `--net=/run/netns/${name}`, '--'] : []

  /** The machine's processes: each of them works in its folder. */
  const processes = () =>
    readdirSync('/proc').flatMap((pid) => {
      try {
        const place = /^\d+$/.test(pid) ? readlinkSync(`/proc/${pid}/cwd`) : ''
        return place === folder || place.startsWith(`${folder}/`) ? [Number(pid)] : []
      } catch {
        return []
      }
    })
  const signal = (kind: NodeJS.Signals) => {
    for (const pid of processes())
      try {
        process.kill(pid, kind)
      } catch {
        // It has ended since.
      }
  }
  /** Runs a command on the machine to its end. */
  const call = (program: string, args: readonly string[], env?: NodeJS.ProcessEnv) => {
    const [first = '', ...rest] = [...inside, program, ...args]
    return run(first, rest, env)
  }
  const connected = (isConnected: boolean) => {
    if (trial.hasNetworks) run('ip', ['link', 'set', name, isConnected ? 'up' : 'down'])
    else signal(isConnected ? 'SIGCONT' : 'SIGSTOP')
  }
  const start: Machine['start'] = (program, args, { env = {}, isPostgres = false } = {}) => {
    const [first = '', ...rest] = [...inside, ...(isPostgres ? asPostgres : []), program, ...args]
    const { PATH, LANG } = process.env
    const child = spawn(first, rest, {
      cwd: folder,
      env: { PATH, LANG, HOME: folder, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const log = createWriteStream(join(folder, `${basename(program)}.log`), { flags: 'a' })
    for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false })
    child.on('error', (error) => log.write(error.message))
  }
  const dropState = (others: readonly Machine[]) => {
    const nft = (command: string) => call('nft', command.split(' '))
    const open = others.map(({ address: other }) => {
      const listed = call('ss', ['-Htn', 'state', 'established', 'src', `${address}:${DATABASE_PORT}`, 'dst', other])
      return { other, ports: [...listed.matchAll(/:(\d+)\s*$/gm)].map(([, port = '']) => port) }
    })
    nft('add table ip lost')
    for (const [hook, side] of [
      ['input', 's'],
      ['output', 'd'],
    ]) {
      nft(`add chain ip lost ${hook} { type filter hook ${hook} priority 0 ; }`)
      for (const { other, ports } of open)
        if (ports.length > 0)
          nft(`add rule ip lost ${hook} ip ${side}addr ${other} tcp ${side}port { ${ports.join(', ')} } drop`)
    }
    return open.flatMap(({ ports }) => ports).length
  }
  const machine: Machine = {
    name,
    address,
    folder,
    call,
    start,
    kill: () => {
      // Forks that began while the list was read come with the next one.
      for (let tries = 0; tries < 10 && processes().length > 0; tries++) signal('SIGKILL')
    },
    unplug: () => connected(false),
    plug: () => connected(true),
    dropState,
    forgetDrops: () => void call('nft', ['delete', 'table', 'ip', 'lost']),
  }
  machines.push(machine)
  return machine
}

/** Makes the switch to which all machines are connected; this process is connected at host 1. */
export const makeSwitch = (): void => {
  if (!trial.hasNetworks) return
  for (const command of [
    'link set lo up',
    'link add br0 type bridge',
    `addr add ${addressOf(1)}/24 dev br0`,
    'link set br0 up',
  ])
    run('ip', command.split(' '))
}
const plugIn = (name: string, address: string) => {
  for (const command of [
    `netns add ${name}`,
    `link add ${name} type veth peer name eth0 netns ${name}`,
    `link set ${name} master br0 up`,
    `-n ${name} addr add ${address}/24 dev eth0`,
    `-n ${name} link set eth0 up`,
    `-n ${name} link set lo up`,
  ])
    run('ip', command.split(' '))
}

/** Ends everything that runs on the machines. */
export const killMachines = (): void => machines.forEach(({ kill }) => kill())
