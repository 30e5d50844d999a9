import { open } from 'node:fs/promises'

/** A new name is only as durable as the directory that holds it. Windows has no such call and needs none. */
export const syncDirectory = async (directory: string): Promise<void> => {
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
