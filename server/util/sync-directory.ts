import { open } from 'node:fs/promises'

/**
 * Writes a directory to the disk, since a new file name is only durable once its directory is. Windows has no such call
 * and needs none.
 */
export const syncDirectory = async (directory: string): Promise<void> => {
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
