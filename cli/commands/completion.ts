import type { Command, Option } from 'commander'
import { brand } from '#shared/brand.ts'
import { usageError } from '../exit-codes.ts'
import { printLine } from '../output/printer.ts'

type Place = {
  path: string
  commands: Command[]
  words: string[]
  values: Array<{ words: string[]; choices: readonly string[] }>
}

const wordsOf = ({ long, short }: Option): string[] => [long, short].flatMap((word) => (word ? [word] : []))
const choicesOf = (command: Command): string[] =>
  command.registeredArguments.flatMap(({ argChoices }) => [...(argChoices ?? [])])

/**
 * Each command with the words that may follow it: its own commands, options and arguments, the global options, and the
 * values that an option takes.
 */
const places = (program: Command): Place[] => {
  const walk = (command: Command, path: string): Place[] => {
    const commands = [...command.commands]
    const options = [...new Set([...command.options, ...program.options])]
    const follows = path === 'help' ? program.commands : commands
    const here = {
      path,
      commands,
      words: [
        ...follows.map((child) => child.name()),
        ...choicesOf(command),
        ...options.flatMap(wordsOf),
        '--help',
        '-h',
      ],
      values: options.flatMap((option) =>
        option.argChoices ? [{ words: wordsOf(option), choices: option.argChoices }] : [],
      ),
    }
    return [here, ...commands.flatMap((child) => walk(child, `${path} ${child.name()}`.trim()))]
  }
  return walk(program, '')
}

const bash = (program: Command): string => `# ${brand.cli} completion for bash
_${brand.cli}() {
  local path="" word candidates=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
${places(program)
  .filter(({ path }) => path !== '')
  .map(({ path }) => `      "${path.includes(' ') ? path : ` ${path}`}") path="${path}" ;;`)
  .join('\n')}
    esac
  done
  case "$path \${COMP_WORDS[COMP_CWORD-1]}" in
${places(program)
  .flatMap(({ path, values }) =>
    values.flatMap(({ words, choices }) =>
      words.map((word) => `    "${path} ${word}") candidates="${choices.join(' ')}" ;;`),
    ),
  )
  .join('\n')}
  esac
  [ -n "$candidates" ] || case "$path" in
${places(program)
  .map(({ path, words }) => `    "${path}") candidates="${words.join(' ')}" ;;`)
  .join('\n')}
  esac
  COMPREPLY=($(compgen -W "$candidates" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _${brand.cli} ${brand.cli}`

const zsh = (program: Command): string => `#compdef ${brand.cli}
# ${brand.cli} completion for zsh
autoload -U +X bashcompinit && bashcompinit
${bash(program)}`

const fish = (program: Command): string => {
  const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const lines = places(program).flatMap(({ path, commands }) => {
    const seen = path.split(' ').filter((word) => word !== '')
    const without = commands.map((child) => child.name()).join(' ')
    const when = [
      ...seen.map((word) => `__fish_seen_subcommand_from ${word}`),
      ...(without ? [`not __fish_seen_subcommand_from ${without}`] : []),
    ].join('; and ')
    return commands.map(
      (child) => `complete -c ${brand.cli} -f -n ${quoted(when)} -a ${child.name()} -d ${quoted(child.description())}`,
    )
  })
  const options = places(program).flatMap(({ path }) => {
    const command = path
      .split(' ')
      .reduce<Command>((at, name) => at.commands.find((child) => child.name() === name) ?? at, program)
    const seen = path.split(' ').filter((word) => word !== '')
    const when =
      seen.length > 0 ? ` -n ${quoted(seen.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and '))}` : ''
    const choices = choicesOf(command)
    return [
      ...(choices.length > 0 ? [`complete -c ${brand.cli} -f${when} -a ${quoted(choices.join(' '))}`] : []),
      ...command.options.flatMap(({ long, short, description, argChoices }) => {
        const letter = short ? ` -s ${short.slice(1)}` : ''
        const values = argChoices ? ` -x -a ${quoted(argChoices.join(' '))}` : ''
        return long
          ? [`complete -c ${brand.cli}${when} -l ${long.slice(2)}${letter}${values} -d ${quoted(description)}`]
          : []
      }),
    ]
  })
  return [`# ${brand.cli} completion for fish`, ...lines, ...options].join('\n')
}

/**
 * Prints the completion script of a shell, made from the command tree. Errors: CliError (usage) for a shell that has
 * none.
 */
export const printCompletion = (program: Command, shell: string): void => {
  const scripts = { bash, zsh, fish }
  if (!Object.hasOwn(scripts, shell))
    throw usageError(`There is completion for bash, zsh and fish, not for "${shell}".`)
  printLine(scripts[shell as keyof typeof scripts](program))
}
