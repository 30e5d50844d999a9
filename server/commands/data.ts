import { readdir, rm, rmdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { brand } from '#shared/brand.ts'
import { clusterRoot } from '../db/embedded/home.ts'
import { lockDataDir } from '../db/embedded/owner-lock.ts'
import { filesRoot } from '../files/file-store.ts'
import { KEY_FILE } from '../settings/sealing.ts'
import type { CommandInput, Outcome } from './index.ts'

/** The files and folders that the server makes in a data directory; the config file is the operator's own. */
const OURS = ['postgres', 'postgres.location', 'runtime', 'files', 'uploads', 'store-id', KEY_FILE]

/** `guildhall-server data where`: lists the places that the settings lead to. */
export const where = async ({ config }: CommandInput): Promise<Outcome> => {
  const { dataDir, databaseUrl, schema, s3Endpoint, s3Bucket } = config
  const rows = [
    ['data directory', dataDir],
    [
      'database',
      databaseUrl
        ? `the one of DATABASE_URL${schema === undefined ? '' : `, schema ${schema}`}`
        : await clusterRoot(dataDir),
    ],
    ['files', s3Bucket ? `${s3Endpoint}/${s3Bucket}` : join(filesRoot(config), 'files')],
    ['uploads on their way', join(filesRoot(config), 'uploads')],
  ]
  return { says: rows.map(([what, place]) => `${what}: ${place}`).join('\n') }
}

/**
 * `guildhall-server data remove --yes`: removes an embedded server's database and files, wherever they are. Errors: one
 * sentence, also while a server runs on them.
 */
export const remove = async ({ config, options }: CommandInput): Promise<Outcome> => {
  const { dataDir, databaseUrl, schema } = config
  if (databaseUrl)
    throw new Error(
      `The data is in ${schema === undefined ? '' : `the schema "${schema}" of `}the database of DATABASE_URL: drop it there, and empty the place of its files.`,
    )
  const names = await readdir(dataDir).catch(() => [] as string[])
  if (!names.some((name) => OURS.includes(name))) return { says: `There is no data of ${brand.name} in ${dataDir}.` }
  const cluster = await clusterRoot(dataDir)
  const isElsewhere = relative(dataDir, cluster).startsWith('..')
  const places = isElsewhere ? `${dataDir} and ${cluster}` : dataDir
  if (!options.has('yes'))
    return { says: `This removes the database and all files in ${places} for ever. Say so with --yes.`, code: 1 }
  const unlock = await lockDataDir(dataDir)
  try {
    // The file that points to the cluster is removed later, so an interrupted removal can be repeated.
    if (isElsewhere) await rm(cluster, { recursive: true, force: true })
    for (const name of OURS) await rm(join(dataDir, name), { recursive: true, force: true })
  } finally {
    await unlock()
  }
  const left = (await readdir(dataDir)).filter((name) => !name.endsWith('.lock'))
  if (left.length > 0) return { says: `Removed the data in ${places}; not ours, and still there: ${left.join(', ')}.` }
  await rm(dataDir, { recursive: true }).catch(() => rmdir(dataDir).catch(() => undefined))
  return { says: `Removed the data in ${places}.` }
}
