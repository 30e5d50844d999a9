import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateToLatest } from '#server/db/migrate.ts'
import { createDb } from '#server/db/pool.ts'
import { provideBinaries } from '#server/db/embedded/binaries.ts'
import { type Cluster, startPostmaster, stopPostmaster, SUPERUSER } from '#server/db/embedded/cluster.ts'
import { makeCluster } from '#server/db/embedded/make-cluster.ts'
import { findServiceUser } from '#server/db/embedded/service-user.ts'
import { watchOver } from '#server/db/embedded/watchdog.ts'
import { adminQuery } from './postgres.ts'

const PASSWORD = 'scratch'
const SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.track_planning=on',
]
const addressOf = (port: number) => `postgres://${SUPERUSER}:${PASSWORD}@127.0.0.1:${port}/postgres`

/** A PostgreSQL with the newest schema, and a replica that follows it. Call `stop` in afterAll. */
export const startReplicatedPostgres = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-replica-'))
  await chmod(folder, 0o711)
  const user = await findServiceUser()
  const binaries = await provideBinaries(join(folder, 'runtime'), user)
  const clusterIn = async (name: string): Promise<Cluster> => {
    await mkdir(join(folder, name), { mode: 0o711 })
    return { binaries, directory: join(folder, name, 'data'), user, password: PASSWORD }
  }
  const stops: Array<() => Promise<unknown>> = []
  const start = async (cluster: Cluster, settings: readonly string[] = []) => {
    const postmaster = await startPostmaster(cluster, { settings: [...SETTINGS, ...settings] })
    const callOff = watchOver(postmaster.pid, cluster.directory, user)
    stops.unshift(async () => {
      callOff()
      await stopPostmaster(postmaster, cluster)
    })
    return { ...postmaster, url: addressOf(postmaster.port) }
  }
  const [first, second] = [await clusterIn('primary'), await clusterIn('replica')]
  await makeCluster(first)
  // A copy of a cluster that does not run is a whole backup.
  execFileSync('cp', ['-a', first.directory, second.directory])
  await writeFile(join(second.directory, 'standby.signal'), '')
  const primary = await start(first)
  const replica = await start(second, [
    `primary_conninfo=host=127.0.0.1 port=${primary.port} user=${SUPERUSER} password=${PASSWORD}`,
  ])
  const db = createDb(primary.url, { max: 1 })
  await migrateToLatest(db)
  await db.destroy()
  return {
    primary: primary.url,
    replica: replica.url,
    /** Lets the replica make each change so much later. */
    delay: async (milliseconds: number) => {
      await adminQuery(replica.url, `alter system set recovery_min_apply_delay = ${milliseconds}`)
      await adminQuery(replica.url, 'select pg_reload_conf()')
    },
    /** By kill -9; its processes end by themselves. */
    killReplica: () => replica.process.kill('SIGKILL'),
    stop: async () => {
      for (const stop of stops) await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type ReplicatedPostgres = Awaited<ReturnType<typeof startReplicatedPostgres>>
