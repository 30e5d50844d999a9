import { openSession, type GlobalOptions } from '#cli/context.ts'
import { printable } from '#cli/output/printable.ts'
import { printJson, printLine } from '#cli/output/printer.ts'

/** Prints the name of the signed-in account. */
export const whoami = async (options: GlobalOptions): Promise<void> => {
  const { api, server } = await openSession(options)
  const { data } = await api.users.profile({})
  const { id: userID, username, email, isAdministrator } = data
  if (options.json) return printJson({ server, userID, username, email, isAdministrator })
  printLine(`${printable(username)} (${printable(email)})${isAdministrator ? ', administrator' : ''} on ${server}`)
}
