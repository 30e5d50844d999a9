import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { brand } from '../shared/brand.ts'
import { ownFolder } from '../shared/rules/own-folders.ts'

/** The CLI's own folder for its config file or its cache; null for a user without a home, such as a container's that has no name. */
export const cliFolder = (kind: 'config' | 'cache'): string | null => {
  try {
    const folder = join(...ownFolder(kind, brand.cli, { platform: process.platform, env: process.env, home: homedir }))
    return isAbsolute(folder) ? folder : null
  } catch {
    return null
  }
}
