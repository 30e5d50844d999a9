import { type CommandID, needsOf } from '#shared/rules/commands.ts'
import { useCapabilities } from '#data/capabilities.ts'

/** Which commands there are at this server. */
export const useIsThere = (): ((id: CommandID) => boolean) => {
  const listed = useCapabilities()
  return (id) => needsOf(id).every((name) => listed.includes(name))
}
