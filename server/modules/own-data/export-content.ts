import { Readable } from 'node:stream'
import { brand } from '#shared/brand.ts'
import { safeFileName } from '#shared/rules/file-name.ts'
import type { Db } from '#server/db/pool.ts'
import { type FileStore, storageKey } from '#server/files/file-store.ts'
import { findOwnFiles, findPicture, rowsOf } from './exports-repository.ts'
import { personalTables } from './tables.ts'
import type { ZipEntry } from './zip.ts'

const lists = Object.entries(personalTables).flatMap(([table, { lists = {} }]) =>
  Object.entries(lists).map(([name, list]) => ({ name, table, ...list })),
)

type Made = { db: Db; store: FileStore; userID: string; now: Date }

/** The text of the JSON: one list for each name, and the IDs of files whose bytes the store has lost. */
async function* jsonOf({ db, userID, now }: Made, missing: readonly string[]): AsyncGenerator<string> {
  const about = `What ${brand.name} has of this account. Texts of other people and proofs of sign-in are left out.`
  yield `{\n  "about": ${JSON.stringify(about)},\n  "madeAt": ${JSON.stringify(now.toISOString())},\n`
  yield `  "filesNotFound": ${JSON.stringify(missing)}`
  let current = ''
  let count = 0
  for await (const { list, rows } of rowsOf(db, userID, lists)) {
    if (list !== current) {
      yield `${current && ']'},\n  ${JSON.stringify(list)}: [`
      current = list
      count = 0
    }
    for (const row of rows) yield `${(count += 1) > 1 ? ',' : ''}\n    ${row}`
  }
  yield ']\n}\n'
}

/** What an export has in it: the person's files, their picture, and the JSON. */
export async function* contentOf(made: Made): AsyncGenerator<ZipEntry> {
  const { db, store, userID } = made
  const missing: string[] = []
  for (const { id, project_id, name } of await findOwnFiles(db, userID)) {
    const bytes = await store.get(storageKey(project_id, id))
    if (bytes) yield { name: `files/${id}-${safeFileName(name)}`, bytes }
    else missing.push(id)
  }
  const picture = await findPicture(db, userID)
  if (picture) yield { name: 'picture.webp', bytes: Readable.from([picture]) }
  yield { name: 'data.json', bytes: Readable.from(jsonOf(made, missing), { objectMode: false }) }
}
