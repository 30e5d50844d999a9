import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The commit that a build was made of; there is none in the sources, and in a build that knew none. */
declare const __COMMIT__: string | undefined

/** The version in package.json, which lies above this file both in the sources and in a build, and the build's commit. */
export const readVersion = (): string => {
  let directory = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(directory, 'package.json')) && directory !== dirname(directory))
    directory = dirname(directory)
  const { version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { version: string }
  return typeof __COMMIT__ === 'string' && __COMMIT__ ? `${version}+${__COMMIT__}` : version
}
