import { brand } from '#shared/brand.ts'
import { type CommandLine, configFileOf, unknownNames, unknownNameText } from '../settings/config.ts'
import { type Setting, settings } from '../settings/index.ts'
import type { Outcome } from './index.ts'

type Value = string | number | boolean | readonly string[] | Readonly<Record<string, string>> | undefined

const isNothing = (value: Value) =>
  value === undefined || (typeof value === 'object' && Object.keys(value).length === 0)

/** An address without the user, the password and the query that it may have, since keys are there. */
const withoutKeys = (text: string): string => {
  if (!/^https?:/i.test(text)) return text
  const { origin, pathname, search } = new URL(text)
  return `${origin}${pathname === '/' ? '' : pathname}${search ? '?…' : ''}`
}

const shown = (value: Value, { isSecret }: Setting): string => {
  if (isNothing(value)) return 'not set'
  if (isSecret) return 'set'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? Object.values(value).map(withoutKeys).join(', ') : withoutKeys(String(value))
}

/** Shows every setting in the order of `--help`: its name in the config file, its value and its origin. Secrets are not shown. */
export const show = (
  { config, origins }: Pick<CommandLine, 'config' | 'origins'>,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Outcome> => {
  const values: Record<string, Value> = { ...config, config: configFileOf(config.config, config.dataDir) ?? undefined }
  const rows = Object.entries(settings).map(([key, setting]): [string, string, string] => [
    key,
    shown(values[key], setting),
    origins.get(key) ?? (isNothing(values[key]) ? '' : 'default'),
  ])
  const widthOf = (at: 0 | 1) => Math.max(...rows.map((row) => row[at].length))
  const [first, second] = [widthOf(0), widthOf(1)]
  const lines = rows.map(([key, value, from]) => `${key.padEnd(first)}  ${value.padEnd(second)}  ${from}`.trimEnd())
  const advice = `${brand.server} --help says what the server does where a setting is not set.`
  return Promise.resolve({ says: [...lines, '', advice, ...unknownNames(env).map(unknownNameText)].join('\n') })
}
