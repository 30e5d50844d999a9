import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a private directory and its missing parents. Node's own `recursive` never ends on a file system that neither
 * has the directory nor lets one be made (/proc). Errors: those of the file system.
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

/**
 * Returns the error, or nothing when there is a directory or file of that name. The code that uses the directory later
 * notices a file.
 */
const tryMake = async (path: string): Promise<NodeJS.ErrnoException | undefined> => {
  try {
    await mkdir(path, { mode: 0o700 })
    return undefined
  } catch (cause) {
    const error = cause as NodeJS.ErrnoException
    return error.code === 'EEXIST' ? undefined : error
  }
}
