import type { Capability } from '../../../shared/contract/index.ts'
import { type CommandID, needsOf } from '../../../shared/rules/commands.ts'
import { useCapability } from '../../data/capabilities.ts'

/** Which commands there are at this server. */
export const useIsThere = (): ((id: CommandID) => boolean) => {
  const listed: Readonly<Record<Capability, boolean>> = {
    search: useCapability('search', true),
    inbox: useCapability('inbox', true),
    live: useCapability('live', true),
    talk: useCapability('talk', true),
    tasks2: useCapability('tasks2', true),
    review: useCapability('review', true),
    work: useCapability('work', true),
    import: useCapability('import', true),
  }
  return (id) => needsOf(id).every((name) => listed[name])
}
