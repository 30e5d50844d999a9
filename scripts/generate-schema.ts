import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbedded } from '../server/db/embedded/index.ts'
import { migrateToLatest } from '../server/db/migrate.ts'
import { createDb } from '../server/db/pool.ts'
import { dumpSchema } from './dump-schema.ts'

/**
 * `npm run schema:generate` writes server/db/schema.generated.ts (types) and server/db/schema.sql (for reading) from
 * the schema that the migrations make. A test fails if it was not run after a migration.
 */
const scratch = await mkdtemp(join(tmpdir(), 'guildhall-schema-'))
await chmod(scratch, 0o711)
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
try {
  const embedded = await startEmbedded({ dataDir: join(scratch, 'data'), logger: silent })
  try {
    const db = createDb(embedded.url, { max: 1 })
    await migrateToLatest(db)
    await writeFile(fileURLToPath(new URL('../server/db/schema.sql', import.meta.url)), await dumpSchema(db))
    await db.destroy()
    const codegen = join(dirname(createRequire(import.meta.url).resolve('kysely-codegen')), 'cli', 'bin.js')
    const config = fileURLToPath(new URL('../server/db/codegen.json', import.meta.url))
    const args = [codegen, '--config-file', config, '--url', embedded.url]
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
    process.exitCode = status ?? 1
  } finally {
    await embedded.stop()
  }
} finally {
  await rm(scratch, { recursive: true, force: true })
}
