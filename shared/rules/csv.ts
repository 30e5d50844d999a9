/** A spreadsheet would run these as formulas; an apostrophe before them makes them text (OWASP: CSV injection). */
const FORMULA = /^[\t\r]|^\s*[=+\-@＝＋－＠]/

/**
 * One field of a CSV file (RFC 4180) that a spreadsheet cannot run. Semicolons and tabs are quoted too, since some
 * spreadsheets split there.
 */
export const csvField = (value: string | number): string => {
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n\t;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A whole file. A byte order mark lets a spreadsheet read every script, and lines end as in RFC 4180. */
export const csvText = (rows: ReadonlyArray<ReadonlyArray<string | number>>): string =>
  `\uFEFF${rows.map((row) => `${row.map(csvField).join(',')}\r\n`).join('')}`
