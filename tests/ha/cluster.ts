// etcd, three PostgreSQL under Patroni, HAProxy beside each of two servers, and a balancer, from the samples in deploy/.
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { addressOf, createMachine, type Machine, makeSwitch, trial, withAddresses } from './machines.ts'

/** A path of the checkout. */
const at = (...path: string[]) => join(import.meta.dirname, '..', '..', ...path)
const read = (...path: string[]) => withAddresses(readFileSync(at(...path), 'utf8'))
const newPassword = () => randomBytes(12).toString('hex')
const passwords = {
  superuser: newPassword(),
  replication: newPassword(),
  rewind: newPassword(),
  restapi: newPassword(),
  guildhall: newPassword(),
}
/** Seconds that anything here may take to be ready. */
const READY_SECONDS = 120

export const until = async <T>(
  what: string,
  look: () => Promise<T | undefined>,
  seconds = READY_SECONDS,
): Promise<T> => {
  const end = Date.now() + seconds * 1000
  for (;;) {
    const found = await look().catch(() => undefined)
    if (found !== undefined) return found
    if (Date.now() > end) throw new Error(`${what}: not within ${seconds} s`)
    await sleep(100)
  }
}

const patroniSample = z.looseObject({
  bootstrap: z.looseObject({ dcs: z.looseObject({ ttl: z.number(), loop_wait: z.number() }) }),
  restapi: z.looseObject({ authentication: z.object({ username: z.string(), password: z.string() }) }),
  postgresql: z.looseObject({
    authentication: z.record(
      z.enum(['superuser', 'replication', 'rewind']),
      z.object({ username: z.string(), password: z.string() }),
    ),
    parameters: z.record(z.string(), z.unknown()),
  }),
})
/** The sample for one machine: its name, address, folders and passwords are others, and its network is. */
const patroniFile = ({ name, address, folder }: Machine): string => {
  const sample = patroniSample.parse(parse(read('deploy', 'patroni.yml').replaceAll(addressOf(11), address)))
  const { postgresql, restapi } = sample
  const authentication = Object.fromEntries(
    Object.entries(postgresql.authentication).map(([role, user]) => [
      role,
      { ...user, password: passwords[role as keyof typeof postgresql.authentication] },
    ]),
  )
  const places = { data_dir: join(folder, 'data'), bin_dir: trial.bin, pgpass: join(folder, 'pgpass') }
  const path = join(folder, 'patroni.yml')
  writeFileSync(
    path,
    stringify({
      ...sample,
      name,
      restapi: { ...restapi, authentication: { ...restapi.authentication, password: passwords.restapi } },
      postgresql: {
        ...postgresql,
        ...places,
        authentication,
        parameters: { ...postgresql.parameters, unix_socket_directories: folder },
      },
      // This machine must not be started again by a watchdog.
      watchdog: { mode: 'off' },
    }),
  )
  return path
}
const { bootstrap, restapi: api } = patroniSample.parse(parse(read('deploy', 'patroni.yml')))
/** Seconds: after `ttl` a primary that is gone is replaced, and each `loopWait` Patroni looks at everything. */
export const { ttl, loop_wait: loopWait } = bootstrap.dcs

const members = z.object({
  members: z.array(
    z.looseObject({
      name: z.string(),
      role: z.string(),
      state: z.string(),
      lag: z.union([z.number(), z.string()]).optional(),
    }),
  ),
})

type Member = z.output<typeof members>['members'][number]

export const startCluster = async () => {
  makeSwitch()
  const etcd = createMachine('etcd', 10)
  const databases = [createMachine('pg1', 11), createMachine('pg2', 12), createMachine('pg3', 13)]
  const apps = [createMachine('app1', 21), createMachine('app2', 22)]
  const front = createMachine('front', 30)

  const client = `http://${etcd.address}:2379`
  etcd.start('etcd', ['--listen-client-urls', client, '--advertise-client-urls', client, '--data-dir', 'data'])

  const startDatabase = (machine: Machine) =>
    void machine.start('patroni', [join(machine.folder, 'patroni.yml')], { isPostgres: true })
  for (const machine of databases) patroniFile(machine)
  for (const machine of databases) startDatabase(machine)

  /** The members as the Patroni of each machine sees them. */
  const look = () =>
    Promise.all(
      databases.map(async ({ address }) => {
        const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(1000) })
        return members.parse(await answer.json()).members
      }),
    )
  const isReady = ({ state, lag }: Member) =>
    /^(running|streaming)$/.test(state) && typeof lag !== 'string' && (lag ?? 0) < 1_000_000
  /** The machine with a role, once all three agree on it, both others follow the primary, and one of them is the synchronous standby. */
  const whenWhole = (wanted: 'leader' | 'sync_standby' = 'leader') =>
    until('three PostgreSQL, of which one is primary and one synchronous', async () => {
      const views = await look()
      const named = views.map((seen) => {
        const nameOf = (role: string) => seen.find((one) => one.role === role)?.name
        const isWhole = seen.length === 3 && seen.every(isReady) && nameOf('leader') && nameOf('sync_standby')
        return isWhole ? nameOf(wanted) : undefined
      })
      return new Set(named).size === 1 ? databases.find(({ name }) => name === named[0]) : undefined
    })
  const urlAt = (host: string, user: 'postgres' | 'guildhall' = 'guildhall', database: string = user) =>
    `postgres://${user}:${passwords[user === 'postgres' ? 'superuser' : user]}@${host}/${database}`

  const primary = await whenWhole()
  const owner = new pg.Client({ connectionString: urlAt(primary.address, 'postgres') })
  await owner.connect()
  await owner.query(`create role guildhall login password '${passwords.guildhall}'`)
  await owner.query('create database guildhall owner guildhall')
  await owner.end()

  mkdirSync(join(trial.scratch, 'files'))
  const startServer = (app: Machine) => {
    // Where loopback is everybody's, each machine's own address takes its place.
    const own = trial.hasNetworks ? '127.0.0.1' : app.address
    writeFileSync(
      join(app.folder, 'haproxy.cfg'),
      read('deploy', 'haproxy.cfg').replaceAll('127.0.0.1:5000', `${own}:5000`),
    )
    app.start('haproxy', ['-db', '-f', 'haproxy.cfg'])
    const env = {
      DATABASE_URL: urlAt(`${own}:5000`),
      GUILDHALL_SECRET: 'a secret of this trial, long enough to sign with',
      GUILDHALL_FILES_DIR: join(trial.scratch, 'files'),
      GUILDHALL_PUBLIC_URL: balancer,
      GUILDHALL_TRUSTED_PROXIES: front.address,
      GUILDHALL_WAIT: '60',
      // A dozen programs do as much as many people would.
      GUILDHALL_TASK_LIMIT: '1000000',
      GUILDHALL_WRITE_LIMIT: '1000000',
    }
    const server = [at('out/server/main.js'), '--host', app.address, '--data-dir', app.folder]
    app.start(process.execPath, server, { env })
    return (...words: string[]) => app.call(process.execPath, [...server, ...words], { ...process.env, ...env })
  }
  const balancer = `http://${front.address}:8080`
  const commands = apps.map(startServer)
  writeFileSync(join(front.folder, 'haproxy.cfg'), read('tests/ha/balancer.cfg'))
  front.start('haproxy', ['-db', '-f', 'haproxy.cfg'])
  for (const { address } of apps)
    await until(`the server at ${address}`, async () =>
      (await fetch(`http://${address}:4310/readyz`)).ok ? true : undefined,
    )
  await until('the balancer', async () => ((await fetch(`${balancer}/health`)).ok ? true : undefined))

  return {
    balancer,
    etcd,
    apps,
    databases,
    startDatabase,
    whenWhole,
    /** The only machine that HAProxy's question finds to be the primary. */
    findPrimary: () =>
      until('one primary', async () => {
        const statuses = await Promise.all(
          databases.map(({ address }) =>
            fetch(`http://${address}:8008/primary`, { method: 'OPTIONS', signal: AbortSignal.timeout(1000) }).then(
              ({ status }) => status,
              () => 0,
            ),
          ),
        )
        const [found, second] = databases.filter((_, n) => statuses[n] === 200)
        return second ? undefined : found
      }),
    /** The address of the primary's database, past HAProxy. */
    databaseUrl: async () => urlAt((await whenWhole()).address),
    /** Runs a command of the server on the first of its machines, and answers what it printed. */
    command: (...words: string[]) => commands[0]?.(...words) ?? '',
    /** Asks Patroni to make another machine the primary, as an operator does before maintenance, and answers what it said. */
    switchOver: async (from: Machine, password = passwords.restapi) => {
      const user = Buffer.from(`${api.authentication.username}:${password}`).toString('base64')
      const answer = await fetch(`http://${from.address}:8008/switchover`, {
        method: 'POST',
        headers: { authorization: `Basic ${user}` },
        body: JSON.stringify({ leader: from.name }),
      })
      return { status: answer.status, text: await answer.text() }
    },
  }
}
export type Cluster = Awaited<ReturnType<typeof startCluster>>
