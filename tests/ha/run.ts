// What `npm run test:ha` does, once scripts/test-ha.mjs has found the programs that it needs.
import { setTimeout as sleep } from 'node:timers/promises'
import { createDb } from '#server/db/pool.ts'
import { type Cluster, loopWait, startCluster, ttl, until } from './cluster.ts'
import { expectAll } from './checks.ts'
import { type Load, startLoad } from './load.ts'
import { killMachines, type Machine, run, trial } from './machines.ts'

const say = (text: string) => void process.stdout.write(`${text}\n`)
/** Seconds without a good write. A primary that is gone: Patroni's time, and what the election, HAProxy and a caller add. */
const FAILOVER = ttl + 3
/** Lost connections: GUILDHALL_STATEMENT_TIMEOUT, five seconds, and a moment. */
const LOST = 45
const LOST_WITH_RETRIES = 20
/** A synchronous standby that is gone: the primary looks for another one in each round, once `ttl` is over. */
const STANDBY = ttl + loopWait + 3
/** What nobody should notice, on a busy machine. */
const NOT_NOTICED = 5

const counts = { passed: 0, failed: 0 }
const check = (sentence: string, isTrue: boolean) => {
  counts[isTrue ? 'passed' : 'failed'] += 1
  say(`  ${isTrue ? 'passed' : 'FAILED'}  ${sentence}`)
}

type World = { cluster: Cluster; load: Load }
type Limits = { first: number; hasNewPrimary?: true } | { all: number }
/**
 * Makes a fault under load, and measures for how many seconds no write was good (`first`), and after how many each writer has written
 * again (`all`; those of comments, who pause for longer, are left out). With `hasNewPrimary` another machine must be the primary then.
 * Answers which machine was it before.
 */
const measure = async (
  { cluster, load: { acknowledged, failures } }: World,
  name: string,
  limit: Limits,
  fault: (primary: Machine) => unknown,
): Promise<Machine> => {
  const primary = await cluster.whenWhole()
  await sleep(trial.seconds * 1000)
  const from = { acknowledged: acknowledged.length - 1, failures: failures.length }
  const begun = Date.now()
  await fault(primary)
  const done = Date.now()
  const writers = new Set(acknowledged.filter(({ kind }) => kind !== 'comment').map(({ writer }) => writer))
  const firsts = () =>
    [...writers].map((one) => acknowledged.findLast(({ writer, sent }) => writer === one && sent > done))
  const again = await until(
    name,
    async () => (firsts().every((one) => one !== undefined) ? Date.now() : undefined),
    180,
  )
  const times = acknowledged.slice(from.acknowledged).map(({ at }) => at)
  const first = Math.max(...times.map((at, n) => at - (times[n - 1] ?? at))) / 1000
  const all = (again - begun) / 1000
  const failed = failures.slice(from.failures).map(({ status }) => status)
  const answers = [...new Set(failed)].map(
    (status) => `${failed.filter((one) => one === status).length} x ${status || 'broken off'}`,
  )
  const [said, seconds, most] =
    'first' in limit
      ? [`no good write for ${first.toFixed(1)} s`, first, limit.first]
      : [`each writer has written again after ${all.toFixed(1)} s`, all, limit.all]
  check(
    `${name} (primary ${primary.name}): ${said}, at most ${most} s; ${answers.join(', ') || 'no failed call'}`,
    seconds <= most,
  )
  if ('hasNewPrimary' in limit) {
    const next = await cluster.findPrimary()
    check(`${name}: the primary was ${primary.name}, and is ${next.name}`, next !== primary)
  }
  return primary
}

const play = async (world: World) => {
  const { cluster } = world
  const failover: Limits = { first: FAILOVER, hasNewPrimary: true }
  for (let n = 1; n <= trial.kills; n++) {
    const killed = await measure(world, `kill ${n} of the primary`, failover, (primary) => primary.kill())
    await sleep(2000)
    cluster.startDatabase(killed)
  }
  const way = trial.hasNetworks ? 'the primary is off the network' : 'the primary is stopped by SIGSTOP'
  const unplugged = await measure(world, way, failover, (primary) => primary.unplug())
  await sleep(2000)
  unplugged.plug()
  const lose = async (name: string, limit: number) => {
    let dropped = 0
    const primary = await measure(world, name, { all: limit }, (machine) => {
      dropped = machine.dropState(cluster.apps)
    })
    primary.forgetDrops()
    check(`${name}: there were ${dropped} connections`, dropped > 0)
  }
  if (trial.hasNetworks) {
    await lose('all connections to the primary are forgotten on their way', LOST)
    for (const app of cluster.apps) app.call('sysctl', ['-qw', 'net.ipv4.tcp_retries2=5'])
    await lose('the same, with tcp_retries2=5', LOST_WITH_RETRIES)
  } else say('  not tried: connections forgotten on their way, for which one must be root, with nftables')
  const { status: refusal } = await cluster.switchOver(await cluster.whenWhole(), 'another password')
  check(`Patroni answers ${refusal} to a switchover with another password`, refusal === 401)
  await measure(world, 'a planned switchover', failover, async (primary) => {
    const { status, text } = await cluster.switchOver(primary)
    check(`Patroni answers ${status} to a switchover: ${text}`, status === 200)
  })
  await measure(world, 'the synchronous standby is killed', { first: STANDBY }, async () => {
    const standby = await cluster.whenWhole('sync_standby')
    standby.kill()
    await sleep(10_000)
    cluster.startDatabase(standby)
  })
  await measure(world, 'the synchronous standby is off the network', { first: STANDBY }, async () => {
    const standby = await cluster.whenWhole('sync_standby')
    standby.unplug()
    await sleep(40_000)
    standby.plug()
  })
  await measure(world, 'etcd is away for 30 s', { first: NOT_NOTICED }, async () => {
    cluster.etcd.unplug()
    await sleep(30_000)
    cluster.etcd.plug()
  })
  await cluster.whenWhole()
  await sleep(trial.seconds * 1000)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    killMachines()
    process.exit(1)
  })
const started = Date.now()
say(`test:ha in ${trial.scratch}`)
say(
  [
    run('patroni', ['--version']).trim(),
    run(`${trial.bin}/postgres`, ['--version']).trim(),
    run('etcd', ['--version']).split('\n')[0],
    run('haproxy', ['-v']).split(' 20')[0],
    `node ${process.versions.node}`,
  ].join(', '),
)
say(
  trial.hasNetworks
    ? 'As root: each machine has a network and processes of its own.'
    : 'Without root, or without iproute2 and nftables: machines are addresses of loopback, and one is unplugged by SIGSTOP.',
)
try {
  const cluster = await startCluster()
  const db = createDb(await cluster.databaseUrl())
  const load = await startLoad(cluster, db)
  await db.destroy()
  say(
    `  ${trial.writers} writers, ${trial.streams} streams, ready after ${Math.round((Date.now() - started) / 1000)} s`,
  )
  await play({ cluster, load })
  await load.end()
  const after = createDb(await cluster.databaseUrl())
  await expectAll(load, after, check)
  await after.destroy()
} catch (error) {
  check(error instanceof Error ? error.message : String(error), false)
} finally {
  killMachines()
}
say(`in ${Math.round((Date.now() - started) / 1000)} s`)
say(`${counts.passed} passed, ${counts.failed} failed`)
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0)
