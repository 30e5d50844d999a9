import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { app, type BrowserWindow, dialog } from 'electron'
import { safeFileName } from '#shared/rules/file-name.ts'

/** Asks where to save a file, starting in the person's downloads. Null when they choose nothing. */
export const choosePlace = async (window: BrowserWindow | undefined, name: string): Promise<string | null> => {
  const options = { defaultPath: join(app.getPath('downloads'), safeFileName(name)) }
  const { canceled, filePath } = await (window
    ? dialog.showSaveDialog(window, options)
    : dialog.showSaveDialog(options))
  return canceled || !filePath ? null : filePath
}

/** Writes the whole file or nothing: what was there before stays until all of it is written. */
export const writeWhole = async (place: string, bytes: Uint8Array): Promise<void> => {
  const arriving = `${place}.${randomUUID().slice(0, 8)}.part`
  try {
    await writeFile(arriving, bytes, { flag: 'wx' })
    await rename(arriving, place)
  } catch (error) {
    await rm(arriving, { force: true })
    throw error
  }
}
