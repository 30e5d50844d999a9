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
  /** Answers each record with where it ends. */
  info: true
  /** Rows may have more or fewer cells than the first. */
  relax_column_count: boolean
  /** A quote inside a cell that does not begin with one is a part of its text. */
  relax_quotes: boolean
  skip_empty_lines: boolean
}

/** Reads a whole CSV in UTF-8. `lines` is the line on which a record ends, from 1. Throws CsvError. */
export declare const parse: (text: Uint8Array, options: Options) => Array<{ record: string[]; info: { lines: number } }>
