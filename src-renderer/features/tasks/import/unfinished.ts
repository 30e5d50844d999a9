import { localData } from '#lib/browser-storage.ts'
import { newKey } from '#lib/new-key.ts'

/* An import that was begun and not finished: a reload or a lost connection came between its parts. */

const nameOf = (projectID: string, { name, size, lastModified }: File): string =>
  [projectID, name, size, lastModified].join(' ')
const read = (): { name: string; key: string } | null => {
  try {
    const value = JSON.parse(localData.get('unfinishedImport') ?? 'null') as { name?: unknown; key?: unknown } | null
    return typeof value?.name === 'string' && typeof value.key === 'string'
      ? { name: value.name, key: value.key }
      : null
  } catch {
    return null
  }
}

/** The key under which a file is imported: that of its unfinished import, whose parts the server has, or a new one. */
export const keyOf = (projectID: string, file: File): string => {
  const found = read()
  return found?.name === nameOf(projectID, file) ? found.key : newKey()
}
export const noteUnfinished = (projectID: string, file: File, key: string): void =>
  localData.set('unfinishedImport', JSON.stringify({ name: nameOf(projectID, file), key }))
export const forgetUnfinished = (): void => localData.remove('unfinishedImport')
