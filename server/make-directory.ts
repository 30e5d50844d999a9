import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a directory that nobody else may read, and those above it that are missing. Node's own `recursive` asks for ever
 * where a file system denies that a directory is there and takes none either (/proc). Errors: the file system's.
 */
export const makeDirectory = async (path: string): Promise<void> => {
  const failure = await tryMake(path)
  if (!failure) return
  const above = dirname(path)
  if (failure.code !== 'ENOENT' || above === path) throw failure
  await makeDirectory(above)
  const again = await tryMake(path)
  if (again) throw again
}

/** What went wrong; nothing when the directory is there. That a file is there instead is said by whoever looks into it. */
const tryMake = async (path: string): Promise<NodeJS.ErrnoException | undefined> => {
  try {
    await mkdir(path, { mode: 0o700 })
    return undefined
  } catch (cause) {
    const error = cause as NodeJS.ErrnoException
    return error.code === 'EEXIST' ? undefined : error
  }
}
