import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { brand } from '#shared/brand.ts'
import { ownFolder } from '#shared/rules/own-folders.ts'
import { type CommandOption, commandOptions } from '../process/command-options.ts'
import { isLocalOnly } from './local-only.ts'
import { type Setting, settings } from './index.ts'

const configSchema = z.strictObject(
  Object.fromEntries(Object.entries(settings).map(([key, { schema }]) => [key, schema])) as {
    [Key in keyof typeof settings]: (typeof settings)[Key]['schema']
  },
)

/** The complete and checked settings of the server. Without `databaseUrl` the server uses the embedded database. */
export type Config = Omit<z.output<typeof configSchema>, 'dataDir' | 'demo'> & {
  /** An absolute path. */
  dataDir: string
  /**
   * Whether the first start fills the database with the demo world. True only in embedded mode, and only when no other
   * machine can reach the server.
   */
  demo: boolean
}

/**
 * A setting cannot be used. The message is one sentence that names the setting, what it must be, and where its value
 * came from.
 */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

export type CommandLine = {
  config: Config
  /** The words of the command line that are not options: a command such as `admin grant someone@example.org`. */
  words: string[]
  /** The commands' own options that were given. */
  options: ReadonlySet<CommandOption>
  /** Where each setting comes from that is not a default, by its name in the config file: an option, a name in the environment, or the file. */
  origins: ReadonlyMap<string, string>
  asksForHelp: boolean
  asksForVersion: boolean
}

type Key = keyof typeof settings
const keys = Object.keys(settings) as Key[]
const settingOf = (key: Key): Setting => settings[key]

/**
 * Reads the settings from command-line options, then `GUILDHALL_*` in the environment, then the config file, then the
 * defaults. Throws ConfigError at the first wrong one.
 */
export const loadConfig = (argv: readonly string[], env: NodeJS.ProcessEnv): CommandLine => {
  const { given, words, options, asksForHelp, asksForVersion } = readOptions(argv)
  const values: Record<string, unknown> = {}
  const origins = new Map<string, string>()
  const take = (key: Key, value: unknown, origin: string) => {
    if (value === undefined || origins.has(key)) return
    values[key] = value
    origins.set(key, origin)
  }

  for (const [key, value] of given) take(key, value, `--${settingOf(key).option}`)
  for (const key of keys) for (const name of settingOf(key).environment) if (env[name]) take(key, env[name], name)
  // Help and version need no settings, and so no home and no file.
  const isOnlyAsked = asksForHelp || asksForVersion
  const named = values['dataDir']
  const dataDir = typeof named === 'string' ? resolve(named) : isOnlyAsked ? '' : requireDefaultDataDir()
  if (!isOnlyAsked)
    for (const [key, value, origin] of readConfigFile(values['config'], dataDir)) take(key, value, origin)

  const parsed = configSchema.safeParse(values)
  if (!parsed.success) throw new ConfigError(describe(parsed.error.issues[0], values, origins))
  const config = parsed.data
  if (config.databaseUrl && config.demo)
    throw new ConfigError(
      `Demo data belongs to the embedded database only: leave out ${origins.get('demo')}, or the database's address.`,
    )
  if (config.schema !== undefined && !config.databaseUrl)
    throw new ConfigError(
      `An embedded database has one installation only: leave out ${origins.get('schema')}, or name a database with DATABASE_URL.`,
    )
  if (config.replicaUrls.length > 0 && !config.databaseUrl)
    throw new ConfigError(
      `An embedded database has no replicas: leave out ${origins.get('replicaUrls')}, or name the primary with DATABASE_URL.`,
    )
  if (config.demo && !isLocalOnly(config))
    throw new ConfigError(
      `The password of demo accounts is published, so they are for a server that only its own machine reaches: leave out ${origins.get('demo')}, or ${config.publicUrl === undefined ? origins.get('host') : origins.get('publicUrl')}.`,
    )
  if (config.adminTwoStep === 'required' && config.databaseUrl && config.secret === undefined)
    throw new ConfigError(
      `Two-step sign-in with a database of your own needs GUILDHALL_SECRET: set it, or leave out ${origins.get('adminTwoStep')}, or no administrator can do anything.`,
    )
  return {
    config: {
      ...config,
      dataDir,
      webDir: config.webDir && resolve(config.webDir),
      demo: config.demo ?? (config.databaseUrl === undefined && isLocalOnly(config)),
    },
    words,
    options,
    origins,
    asksForHelp,
    asksForVersion,
  }
}

const CONFIG_FILE = 'guildhall.json'

/** Settings of our other programs, which a person may have set in the same environment. */
const OTHERS = ['GUILDHALL_SERVER_URL', 'GUILDHALL_TOKEN', 'GUILDHALL_PASSWORD', 'GUILDHALL_DEV_SERVER']

/** Names in the environment that look like our settings but are not: mistyped ones, or those of another release. */
export const unknownNames = (env: NodeJS.ProcessEnv): string[] => {
  const known = new Set([...OTHERS, ...keys.flatMap((key) => settingOf(key).environment)])
  return Object.keys(env).filter((name) => name.startsWith('GUILDHALL_') && !known.has(name))
}

/** The message for such a name. */
export const unknownNameText = (name: string): string =>
  `${name} is no setting of ${brand.server} and is ignored; --help names them all.`

/** The platform's usual folder for application data; null for a user without a home, such as a container's that has no name. */
export const defaultDataDir = (): string | null => {
  try {
    const folder = join(
      ...ownFolder('data', brand.name, { platform: process.platform, env: process.env, home: homedir }),
    )
    return isAbsolute(folder) ? folder : null
  } catch {
    return null
  }
}

const requireDefaultDataDir = (): string => {
  const folder = defaultDataDir()
  if (folder === null)
    throw new ConfigError('HOME is not set and this user has no home: name a directory for the data with --data-dir.')
  return folder
}

const readOptions = (argv: readonly string[]) => {
  const options: Record<string, { type: 'string' | 'boolean'; short?: string }> = {
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean', short: 'v' },
    ...Object.fromEntries(Object.keys(commandOptions).map((option) => [option, { type: 'boolean' as const }])),
  }
  const byOption = new Map<string, Key>()
  for (const key of keys) {
    const { option, isSwitch } = settingOf(key)
    if (option === undefined) continue
    options[option] = { type: isSwitch ? 'boolean' : 'string' }
    byOption.set(option, key)
  }
  try {
    const parsed = parseArgs({ args: [...argv], options, allowPositionals: true, allowNegative: true, strict: true })
    const given = Object.entries(parsed.values).flatMap(([option, value]): [Key, unknown][] => {
      const key = byOption.get(option)
      return key ? [[key, value]] : []
    })
    const asks = (name: string) => parsed.values[name] === true
    const ofCommands = (Object.keys(commandOptions) as CommandOption[]).filter(asks)
    return {
      given,
      words: parsed.positionals,
      options: new Set(ofCommands),
      asksForHelp: asks('help'),
      asksForVersion: asks('version'),
    }
  } catch (error) {
    // Node's own sentence ("Unknown option '--prot'"), without the advice about '--' after it.
    const [sentence] = (error instanceof Error ? error.message : String(error)).split('. ')
    throw new ConfigError(`${sentence}; see ${brand.server} --help.`)
  }
}

/** The config file that counts: the one that is named, else the one in the data directory; null where there is none. */
export const configFileOf = (named: string | undefined, dataDir: string): string | null => {
  const path = named === undefined ? join(dataDir, CONFIG_FILE) : resolve(named)
  return named !== undefined || existsSync(path) ? path : null
}

const readConfigFile = (named: unknown, dataDir: string): [Key, unknown, string][] => {
  const path = configFileOf(typeof named === 'string' ? named : undefined, dataDir)
  if (path === null) return []
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'it is not JSON' : 'there is no such file, or it may not be read'
    throw new ConfigError(`The config file ${path} cannot be used: ${reason}.`, { cause: error })
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new ConfigError(`The config file ${path} cannot be used: it must hold one JSON object.`)
  return Object.entries(content).map(([key, value]): [Key, unknown, string] => {
    if (!keys.includes(key as Key) || key === 'config' || key === 'dataDir')
      throw new ConfigError(`The config file ${path} has the setting "${key}", which does not exist there.`)
    return [key as Key, value, `"${key}" in ${path}`]
  })
}

/** One sentence that says where a wrong value came from and what it must be. It never repeats a secret. */
const describe = (
  issue: z.core.$ZodIssue | undefined,
  values: Record<string, unknown>,
  origins: ReadonlyMap<string, string>,
): string => {
  const key = String(issue?.path[0]) as Key
  const { must: usual, isSecret } = settingOf(key)
  const must = String((issue?.code === 'custom' && issue.params?.['must']) || usual)
  const shown = isSecret ? '' : `; it was ${JSON.stringify(values[key])}`
  return `${origins.get(key)} must be ${must}${shown}.`
}
