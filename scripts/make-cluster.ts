// Makes the template of the embedded database's first start (decision 47): a cluster with all migrations, in which nobody has a password.
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { provideBinaries } from '../server/db/embedded/binaries.ts'
import { SUPERUSER } from '../server/db/embedded/cluster.ts'
import { clusterRoot, findClusterHome } from '../server/db/embedded/home.ts'
import { startEmbedded } from '../server/db/embedded/index.ts'
import { keyHere, packTemplate, templateName } from '../server/db/embedded/template.ts'
import { migrateToLatest } from '../server/db/migrate.ts'
import { omitEpoch } from '../server/db/own-log.ts'
import { createDb } from '../server/db/pool.ts'
import { grantServing, provideServingRole } from '../server/db/roles.ts'

/**
 * Writes the template into the emptied `folder`. When no cluster can be made (no embedded PostgreSQL for this platform,
 * say), there is no folder, and the next build tries again; a server without a template runs initdb.
 */
export const makeClusterTemplate = async (folder: string, migrations: string): Promise<void> => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const scratch = await mkdtemp(join(tmpdir(), 'guildhall-cluster-'))
  const dataDir = join(scratch, 'data')
  try {
    // PostgreSQL runs as another user when this process is root.
    await chmod(scratch, 0o711)
    const { directory, version } = await makeStoppedCluster(dataDir)
    const key = keyHere(version, migrations)
    await writeFile(join(folder, templateName(key)), await packTemplate(directory, key))
    await writeFile(join(folder, 'made.txt'), `${templateName(key)}\n`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    process.stderr.write(`There is no template of the database, so first starts take longer: ${reason}\n`)
    await rm(folder, { recursive: true, force: true })
  } finally {
    // Where PostgreSQL's user cannot reach the temporary folder (a private TMPDIR), the cluster is put elsewhere.
    await rm(await clusterRoot(dataDir), { recursive: true, force: true })
    await rm(scratch, { recursive: true, force: true })
  }
}

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

const makeStoppedCluster = async (dataDir: string): Promise<{ directory: string; version: string }> => {
  const embedded = await startEmbedded({ dataDir, logger: silent, template: null })
  const db = createDb(embedded.url, { max: 1 })
  try {
    await migrateToLatest(db)
    const { name } = await provideServingRole(db)
    await grantServing(db, name)
    await omitEpoch(db)
    // A role without a password cannot log in, so nobody can use a copy of the template before its first start sets new ones.
    for (const role of [name, SUPERUSER]) await sql`alter role ${sql.id(role)} password null`.execute(db)
  } finally {
    await db.destroy()
    await embedded.stop()
  }
  const { directory, runtimeDir, user } = await findClusterHome(dataDir)
  const { version } = await provideBinaries(runtimeDir, user)
  return { directory, version }
}
