import { type CommandLine, unknownNames } from '../config.ts'
import { type Setting, settings } from '../settings/index.ts'
import type { Outcome } from './index.ts'

/** The user and password that an address may hold: `https://user:password@host`. */
const CREDENTIALS = /(?<=:\/\/)[^/@\s]+@/g

type Value = string | number | boolean | readonly string[] | undefined

const shown = (value: Value, { isSecret }: Setting): string => {
  if (value === undefined || (typeof value === 'object' && value.length === 0)) return 'not set'
  if (isSecret) return 'set'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return (typeof value === 'object' ? value.join(', ') : String(value)).replace(CREDENTIALS, '')
}

/** Shows every setting in the order of `--help`: its name in the config file, its value and its origin. Secrets are not shown. */
export const show = (
  { config, origins }: Pick<CommandLine, 'config' | 'origins'>,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Outcome> => {
  const rows = Object.entries(settings).map(([key, setting]): [string, string, string] => [
    key,
    shown(config[key as keyof typeof settings], setting),
    origins.get(key) ?? 'default',
  ])
  const widthOf = (at: 0 | 1) => Math.max(...rows.map((row) => row[at].length))
  const [first, second] = [widthOf(0), widthOf(1)]
  const lines = rows.map(([key, value, origin]) => `${key.padEnd(first)}  ${value.padEnd(second)}  ${origin}`)
  const unknown = unknownNames(env).map((name) => `${name} is no setting and is ignored.`)
  return Promise.resolve({ says: [...lines, ...unknown].join('\n') })
}
