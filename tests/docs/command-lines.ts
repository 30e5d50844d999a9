/** A command line that a document tells its readers to type. */
export type CommandLine = {
  path: string
  /** The heading above the line. */
  section: string
  /** The line without its comment. */
  line: string
  /** Lines of the same block before it that set variables for it. */
  before: string[]
}

const PROGRAMS = /^(npm|npx|node|guildhall-server) \S/

/** The line with the server's file in place of `guildhall-server`, which is not installed in a checkout. */
const installed = (line: string) => line.replace(/^guildhall-server /, 'node out/server/main.js ')

/**
 * The command lines of a Markdown document: each line of its shell blocks, and each code span that begins with one of our programs.
 */
export const commandLinesOf = (path: string, text: string): CommandLine[] => {
  const found: CommandLine[] = []
  let section = ''
  const parts = text.split(/^```(\w*)\n([\s\S]*?)^```\n?/m)
  for (let at = 0; at < parts.length; at += 3) {
    const prose = parts[at] ?? ''
    for (const [, title, span] of prose.matchAll(/^#+ (.+)$|`([^`\n]+)`/gm)) {
      if (title !== undefined) section = title
      else if (span !== undefined && PROGRAMS.test(span))
        found.push({ path, section, line: installed(span), before: [] })
    }
    if (['sh', 'bash', 'shell', 'console'].includes(parts[at + 1] ?? ''))
      found.push(...ofBlock(parts[at + 2] ?? '').map((entry) => ({ path, section, ...entry })))
  }
  return found
}

const ofBlock = (block: string): Array<Pick<CommandLine, 'line' | 'before'>> => {
  const before: string[] = []
  const lines = block
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .map((line) =>
      line
        .replace(/(^|\s+)#.*$/, '')
        .replace(/^\$ /, '')
        .trim(),
    )
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const entry = { line: installed(line), before: [...before] }
      if (line.startsWith('export ')) before.push(line)
      return entry
    })
}
