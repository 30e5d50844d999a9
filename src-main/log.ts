/** Lines for whoever starts the app from a terminal. Nothing that a person typed, and no token, is ever passed here. */
export const log = (text: string): void => {
  process.stderr.write(`${text}\n`)
}

/** The kind of an error and Node's code of it: its message may hold an address or what was sent. */
export const errorKind = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error
  const { code } = error as NodeJS.ErrnoException
  return code ? `${error.name} ${code}` : error.name
}
