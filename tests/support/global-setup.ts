import { mkdtemp, chmod, mkdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createDb } from '#server/db/pool.ts'
import { migrateToLatest } from '#server/db/migrate.ts'
import { provideBinaries } from '#server/db/embedded/binaries.ts'
import { startPostmaster, stopPostmaster, SUPERUSER } from '#server/db/embedded/cluster.ts'
import { makeCluster } from '#server/db/embedded/make-cluster.ts'
import { findServiceUser } from '#server/db/embedded/service-user.ts'
import { watchOver } from '#server/db/embedded/watchdog.ts'
import { adminQuery, TEMPLATE } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The postgres:// addresses of the run's PostgreSQL servers, with a user who may create databases. */
    postgresUrls: string[]
  }
}

/**
 * Starts PostgreSQL for the run, with the newest schema in a template from which scratch databases are copied. Where
 * `GUILDHALL_TEST_POSTGRES_COUNT` says so (`npm test -- unit` does), it starts several servers, and each file of tests uses the one of its
 * worker (postgres.ts): a log of events is read up to the oldest transaction of its whole PostgreSQL, so tests that wait for the log would wait
 * for the long transactions of tests beside them. `GUILDHALL_TEST_POSTGRES_URL` names another PostgreSQL to use instead (its user must be
 * allowed to create databases).
 *
 * These servers live for minutes and have nothing worth keeping, so they run without fsync, in memory where there is room. Tests that
 * prove durability start another one through server/db/embedded, which does not allow that.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env['GUILDHALL_TEST_POSTGRES_URL']
  const run = external ? { urls: [external], stop: async () => {} } : await startThrowaway()
  try {
    await Promise.all(run.urls.map(makeTemplate))
  } catch (error) {
    await run.stop()
    throw error
  }
  project.provide('postgresUrls', run.urls)
  return run.stop
}

const ROOM_BYTES = 4 * 2 ** 30
/** The folder for clusters: one in memory, where the system has such a folder with enough room, else one on the disk. */
const clusterFolder = async (): Promise<string> => {
  const inMemory = await statfs('/dev/shm').catch(() => null)
  return inMemory && inMemory.bavail * inMemory.bsize > ROOM_BYTES ? '/dev/shm' : tmpdir()
}

/** Makes a folder that PostgreSQL's own user may enter. */
const scratchFolder = async (parent: string): Promise<string> => {
  const folder = await mkdtemp(join(parent, 'guildhall-tests-'))
  await chmod(folder, 0o711)
  return folder
}

const startThrowaway = async () => {
  const count = Number(process.env['GUILDHALL_TEST_POSTGRES_COUNT'] ?? 1)
  const folders = [await scratchFolder(tmpdir()), await scratchFolder(await clusterFolder())] as const
  const user = await findServiceUser()
  const binaries = await provideBinaries(join(folders[0], 'runtime'), user)
  const start = async (_: unknown, at: number) => {
    const parent = join(folders[1], `cluster-${at}`)
    await mkdir(parent, { mode: 0o711 })
    const cluster = { binaries, directory: join(parent, 'data'), user, password: 'scratch' }
    await makeCluster(cluster)
    const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300']
    const postmaster = await startPostmaster(cluster, { settings })
    // The watchdog stops PostgreSQL when the run is killed.
    const callOff = watchOver(postmaster.pid, cluster.directory, user)
    return {
      url: `postgres://${SUPERUSER}:${cluster.password}@127.0.0.1:${postmaster.port}/postgres`,
      stop: async () => {
        callOff()
        await stopPostmaster(postmaster, cluster)
      },
    }
  }
  const servers = await Promise.all(Array.from({ length: count }, start))
  return {
    urls: servers.map(({ url }) => url),
    stop: async () => {
      await Promise.all(servers.map(({ stop }) => stop()))
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
    },
  }
}

const makeTemplate = async (url: string): Promise<void> => {
  await adminQuery(url, `drop database if exists ${TEMPLATE} with (force)`)
  await adminQuery(url, `create database ${TEMPLATE}`)
  const address = new URL(url)
  address.pathname = `/${TEMPLATE}`
  const db = createDb(address.href, { max: 1 })
  await migrateToLatest(db)
  await db.destroy()
}
