/** Prints a line for a person who starts the app from a terminal. No caller may pass what a person typed, or a token. */
export const log = (text: string): void => {
  process.stderr.write(`${text}\n`)
}

/** The kind of an error and its Node code, without its message, which may hold an address or what was sent. */
export const errorKind = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error
  const { code } = error as NodeJS.ErrnoException
  return code ? `${error.name} ${code}` : error.name
}
