import { brand } from '#shared/brand.ts'
import { commandOptions } from './command-options.ts'
import { commands } from '../commands/index.ts'
import { defaultDataDir } from '../settings/config.ts'
import { type Setting, settings } from '../settings/index.ts'

/** The column at which the help beside an option begins. */
const INDENT = 2 + 28 + 1

const beside = (left: string, ...lines: string[]): string =>
  lines.map((line, at) => `  ${(at === 0 ? left : '').padEnd(28)} ${line}`).join('\n')

/** The text of --help, made from the tables of commands and settings. */
export const helpText = (): string => {
  const usages = commands.map(({ words, argument, help }) => {
    const call = `${brand.server} ${words}${argument ? ` ${argument.name}` : ''} [options]`
    return `  ${call}\n${' '.repeat(INDENT)}${help}`
  })
  const rows = Object.entries(settings).map(([key, setting]) => {
    const { option, environment, help, isSwitch } = setting as Setting
    const flag = option === undefined ? '' : isSwitch ? `--${option}, --no-${option}` : `--${option} VALUE`
    // These two settings tell where the config file is, so the file cannot hold them.
    const inFile = key === 'config' || key === 'dataDir' ? '' : `, "${key}"`
    return beside(flag, help, `${environment.join(', ')}${inFile}`)
  })
  const switches = Object.entries(commandOptions).map(([option, { commands: known, help }]) =>
    beside(`--${option}`, help, `For ${known.join(', ')}.`),
  )
  return [
    `${brand.server} - the server of ${brand.name}`,
    '',
    'Usage:',
    `  ${brand.server} [options]`,
    `${' '.repeat(INDENT)}serves until it is stopped`,
    ...usages,
    '',
    'Options of single commands:',
    ...switches,
    '',
    'Settings. Each shows its option, its names in the environment, and its quoted name in the config file (JSON), when it has these:',
    ...rows,
    '',
    beside('--help, --version', 'shows this, or the version'),
    '',
    `An option wins over the environment, the environment over the config file. The default data directory is`,
    `${defaultDataDir() ?? 'not there, since this user has no home: name one with --data-dir'}.`,
    '',
  ].join('\n')
}
