import { styleText } from 'node:util'
import { printable, printableJson, printableLines } from './printable.ts'

/** Prints data to standard output; everything said about the data goes to standard error. */
export const printJson = (data: unknown): void => {
  process.stdout.write(`${printableJson(JSON.stringify(data, null, 2))}\n`)
}
export const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`)
}
/** Prints a whole CSV file without the byte order mark, which only spreadsheets need. */
export const printCsv = (text: string): void => printLine(printableLines(text.replace(/^\ufeff/, '').trimEnd()))
export const say = (line: string): void => {
  process.stderr.write(`${printable(line)}\n`)
}

type Style = Parameters<typeof styleText>[0]

/** Colours text for standard output: only on a terminal, and never with --no-color or NO_COLOR. */
export const painter =
  (isWanted: boolean | undefined) =>
  (style: Style, text: string): string =>
    isWanted !== false && process.stdout.isTTY && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb'
      ? styleText(style, text, { validateStream: false })
      : text
