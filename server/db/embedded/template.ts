// For speed alone (docs/decisions/0073-what-clever-machinery-buys.md): a first start is ready 0.8 s sooner. To switch
// it off, build without the part `cluster`: a first start then makes its database itself.
import { createHash } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'

/**
 * A template is a cluster made, migrated and stopped when the program was built (scripts/make-cluster.ts), in one
 * compressed file. A first start unpacks it instead of running initdb and all migrations (decision 47).
 */

/** What a template must have been made for; a template for anything else is refused. */
export type TemplateKey = {
  /** The version of the package with PostgreSQL's programs, e.g. '18.4.0'. */
  postgres: string
  platform: string
  arch: string
  /** A hash of the migrations' sources (scripts/build.mjs). */
  migrations: string
}

export const templateName = ({ postgres, platform, arch, migrations }: TemplateKey): string =>
  `postgresql-${postgres}-${platform}-${arch}-${migrations}.template`

/** The hash of the migrations that a build contains; undefined in the sources. */
declare const __MIGRATIONS__: string | undefined

/** A template's file, and what it must have been made for. */
export type TemplateFile = { path: string; key: TemplateKey }

/** What a template for this machine must have been made for. */
export const keyHere = (postgres: string, migrations: string): TemplateKey => ({
  postgres,
  platform: process.platform,
  arch: process.arch,
  migrations,
})

/** The template that was built with this program, or null: the sources have none, and a build may lack it. */
export const builtTemplate = (postgres: string): TemplateFile | null => {
  if (typeof __MIGRATIONS__ !== 'string') return null
  const key = keyHere(postgres, __MIGRATIONS__)
  const path = join(dirname(fileURLToPath(import.meta.url)), '../cluster', templateName(key))
  return existsSync(path) ? { path, key } : null
}

type Header = {
  key: TemplateKey
  directories: string[]
  /** The lengths in bytes of the contents that follow the header. Files with the same content share one. */
  contents: number[]
  /** Each file's path in the cluster, and the number of its content. */
  files: [path: string, content: number][]
}

/**
 * What a template leaves out: PostgreSQL writes these files again, and `postmaster.opts` names folders of the machine
 * on which the template was made.
 */
const LEFT_OUT = /^(postmaster\.(opts|pid)|pg_stat[\\/].*|.*pg_internal\.init)$/

/** Makes a template of a cluster that is stopped. */
export const packTemplate = async (cluster: string, key: TemplateKey): Promise<Buffer> => {
  const header: Header = { key, directories: [], contents: [], files: [] }
  const known = new Map<string, number>()
  const contents: Buffer[] = []
  const entries = readdirSync(cluster, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const path = relative(cluster, join(entry.parentPath, entry.name)).replaceAll('\\', '/')
    if (LEFT_OUT.test(path)) continue
    if (entry.isDirectory()) header.directories.push(path)
    if (!entry.isFile()) continue
    const content = readFileSync(join(cluster, path))
    const hash = createHash('sha256').update(content).digest('hex')
    const number = known.get(hash) ?? contents.push(content) - 1
    known.set(hash, number)
    header.files.push([path, number])
  }
  header.directories.sort()
  header.contents = contents.map(({ length }) => length)
  const head = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(head.length)
  const { ZSTD_c_checksumFlag, ZSTD_c_compressionLevel, ZSTD_c_windowLog } = zlib.constants
  return await promisify(zlib.zstdCompress)(Buffer.concat([length, head, ...contents]), {
    params: { [ZSTD_c_compressionLevel]: 19, [ZSTD_c_windowLog]: 24, [ZSTD_c_checksumFlag]: 1 },
  })
}

/**
 * Unpacks a template into an empty directory, as `owner` if there is one. The caller syncs the files. Errors: Error
 * when the template is damaged (by its checksum) or was made for something else.
 */
export const unpackTemplate = async (
  packed: Buffer,
  key: TemplateKey,
  directory: string,
  owner: { uid: number; gid: number } | null,
): Promise<void> => {
  const all = await promisify(zlib.zstdDecompress)(packed)
  const start = 4 + all.readUInt32LE()
  const { key: found, directories, contents, files } = JSON.parse(all.toString('utf8', 4, start)) as Header
  if (templateName(found) !== templateName(key)) throw new Error(`it was made for ${templateName(found)}`)
  let at = start
  const parts = contents.map((length) => all.subarray(at, (at += length)))
  // One call after the other: a thousand small files take a third of the time that promises would take for them.
  for (const path of directories) {
    const target = inside(directory, path)
    mkdirSync(target, { mode: 0o700 })
    if (owner) chownSync(target, owner.uid, owner.gid)
  }
  for (const [path, number] of files) {
    const target = inside(directory, path)
    const content = parts[number]
    if (!content) throw new Error(`it has no content for ${path}`)
    writeFileSync(target, content, { mode: 0o600, flag: 'wx' })
    if (owner) chownSync(target, owner.uid, owner.gid)
  }
}

/** The path of a template's file in the cluster. Errors: Error when it leads out of the cluster. */
const inside = (directory: string, path: string): string => {
  if (isAbsolute(path) || path.split('/').includes('..')) throw new Error(`it names the file ${path}`)
  return join(directory, path)
}
