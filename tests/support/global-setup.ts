import { mkdtemp, chmod, mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createDb } from '../../server/db/pool.ts'
import { migrateToLatest } from '../../server/db/migrate.ts'
import { provideBinaries } from '../../server/db/embedded/binaries.ts'
import { startPostmaster, stopPostmaster, SUPERUSER } from '../../server/db/embedded/cluster.ts'
import { makeCluster } from '../../server/db/embedded/make-cluster.ts'
import { findServiceUser } from '../../server/db/embedded/service-user.ts'
import { watchOver } from '../../server/db/embedded/watchdog.ts'
import { adminQuery, TEMPLATE } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The postgres:// address of the run's PostgreSQL, with a user who may create databases. */
    postgresUrl: string
  }
}

/**
 * Starts one PostgreSQL for the whole run, with the newest schema in a template from which scratch databases are copied.
 * `GUILDHALL_TEST_POSTGRES_URL` names another PostgreSQL to use instead (its user must be allowed to create databases).
 *
 * This PostgreSQL lives for minutes and has nothing worth keeping, so it runs without fsync. Tests that prove durability start
 * another one through server/db/embedded, which does not allow that.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env['GUILDHALL_TEST_POSTGRES_URL']
  const server = external ? { url: external, stop: async () => {} } : await startThrowaway()
  try {
    await makeTemplate(server.url)
  } catch (error) {
    await server.stop()
    throw error
  }
  project.provide('postgresUrl', server.url)
  return server.stop
}

const startThrowaway = async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'guildhall-tests-'))
  await chmod(scratch, 0o711)
  const user = await findServiceUser()
  const binaries = await provideBinaries(join(scratch, 'runtime'), user)
  const parent = join(scratch, 'cluster')
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
      await rm(scratch, { recursive: true, force: true })
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
