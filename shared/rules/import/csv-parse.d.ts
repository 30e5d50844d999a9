/*
 * The part of csv-parse that shared/ uses (tsconfig.json leads here). The package's own types bring those of Node along, and
 * shared/ runs in browsers too.
 */

export declare class CsvError extends Error {
  code: string
  lines?: number
}

type Options = {
  delimiter: string
  /** Rows may have more or fewer cells than the first. */
  relax_column_count: boolean
  /** A quote inside a cell that does not begin with one is a part of its text. */
  relax_quotes: boolean
  skip_empty_lines: boolean
  record_delimiter: readonly string[]
  escape?: string
  /** Is called with each record; null keeps it out of the answer. `lines` is the line on which it ends, from 1. */
  on_record: (record: string[], info: { lines: number }) => null
}

/** Reads a whole CSV in UTF-8. Throws CsvError. */
export declare const parse: (text: Uint8Array, options: Options) => void
