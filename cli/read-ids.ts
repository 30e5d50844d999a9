import { brand } from '../shared/brand.ts'
import { usageError } from './exit-codes.ts'
import { ask, readStdin } from './terminal.ts'

/**
 * The IDs of applications, each once, in order: from the arguments, standard input (`-`, or no argument and no
 * terminal), or a prompt. `command` is the one whose help says more. Errors: CliError (usage).
 */
export const readIds = async (named: readonly string[], command: string): Promise<string[]> => {
  const ids = named.filter((id) => id !== '-')
  const isPiped = named.length === 0 && process.stdin.isTTY !== true
  if (isPiped || named.includes('-'))
    ids.push(...words(await readStdin('Type or paste IDs, one a line; end with Ctrl-D.')))
  else if (ids.length === 0)
    ids.push(...words(await ask({ message: 'Application ID', otherwise: 'name it as an argument' })))
  const once = [...new Set(ids.map((id) => id.toLowerCase()))]
  if (once.length === 0)
    throw usageError(`There is no application to ${command.split(' ').at(-1)}; see: ${brand.cli} ${command} --help`)
  return once
}

const words = (text: string): string[] => text.split(/[\s,;]+/).filter((word) => word !== '')
