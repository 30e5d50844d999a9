import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The PATH of the machine, with none of this project's packages in it. */
export const machinesPath = (): string[] =>
  (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))

/** Another Node than the pinned one that a person of this machine would run by typing `node`; null where there is none. */
export const otherNode = (): { program: string; version: string } | null => {
  for (const folder of machinesPath()) {
    const program = join(folder, 'node')
    if (!existsSync(program)) continue
    const version = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim()
    if (version && version.split('.')[0] !== process.version.split('.')[0]) return { program, version }
  }
  return null
}
