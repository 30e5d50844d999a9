import { createReadStream, createWriteStream } from 'node:fs'
import { access, open, rename, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'

/**
 * A backup is one compressed text. Lines in brackets say what follows: the beginning, a table, a file, the end. Lines in
 * braces are rows of the table, lines in quotes are bytes of the file. Without its end a backup is not whole.
 */
const markSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('begin'), format: z.literal(1), createdAt: z.string(), migrations: z.array(z.string()) }),
  z.object({ is: z.literal('table'), name: z.string(), columns: z.array(z.string()).min(1) }),
  z.object({ is: z.literal('file'), id: z.string(), projectID: z.string(), size: z.int(), sha256: z.string() }),
  z.object({ is: z.literal('end'), rows: z.int(), files: z.int() }),
])
export type Mark = z.output<typeof markSchema>

export const markLine = (mark: Mark): string => JSON.stringify([mark])
/** The mark of a line in brackets. Errors: what is no mark. */
export const readMark = (line: string): Mark => z.tuple([markSchema]).parse(JSON.parse(line))[0]

/** Writes lines into a new file that is there when it is whole, for its owner alone. Errors: one sentence when it exists. */
export const writeLines = async (path: string, lines: AsyncIterable<string>): Promise<void> => {
  if (await isThere(path)) throw new Error(`${path} exists already: name another file.`)
  const draft = `${path}.${process.pid}.part`
  try {
    await pipeline(Readable.from(ended(lines)), createGzip(), createWriteStream(draft, { flags: 'wx', mode: 0o600 }))
    const file = await open(draft, 'r+')
    await file.sync().finally(() => file.close())
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EACCES' || code === 'ENOSPC' || code === 'ENOTDIR')
      throw new Error(`${path} cannot be written (${code}).`, { cause: error })
    throw error
  }
}

async function* ended(lines: AsyncIterable<string>) {
  for await (const line of lines) yield `${line}\n`
}

/** The lines of a file. Errors: one sentence when it cannot be read, is no backup, or is cut off. */
export async function* readLines(path: string): AsyncGenerator<string> {
  const bytes = createReadStream(path)
  const text = createGunzip()
  // A failure of either ends the lines, and is told by them.
  const reading = pipeline(bytes, text).catch(() => {})
  try {
    for await (const line of createInterface({ input: text, crlfDelay: Infinity })) yield line
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    const sentence = syscall ? `${path} cannot be read (${code}).` : `${path} is no backup, or is not whole.`
    throw new Error(sentence, { cause: error })
  } finally {
    // Whoever needs no more lines leaves no file open.
    bytes.destroy()
    text.destroy()
    await reading
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
