import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The commit that a build was made from; undefined in the sources, and in a build that did not know its commit. */
declare const __COMMIT__: string | undefined

/**
 * The version in package.json, which is above this file both in the sources and in a build, and the commit of the
 * build.
 */
export const readVersion = (): string => {
  let directory = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(directory, 'package.json')) && directory !== dirname(directory))
    directory = dirname(directory)
  const { version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { version: string }
  return typeof __COMMIT__ === 'string' && __COMMIT__ ? `${version}+${__COMMIT__}` : version
}
