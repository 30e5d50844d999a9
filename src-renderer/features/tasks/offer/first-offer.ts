import { localData } from '#lib/browser-storage.ts'
import { confirm } from '#lib/confirm.ts'
import { useSession } from '#lib/session.ts'

const seen = (): string[] => (localData.get('offersExplained') ?? '').split(' ').filter(Boolean)

/**
 * Says once, at the first offer that a person sets in a project, who can read an offered task. False when they cancel; then
 * nothing may be sent.
 */
export const explainFirstOffer = async (projectID: string): Promise<boolean> => {
  const mark = `${useSession.getState().userID ?? ''}/${projectID}`
  if (seen().includes(mark)) return true
  const isSure = await confirm({
    title: 'Everybody can read an offered task',
    text: 'Everybody signed in can read title, description and ‘Done when’ of a task with an offer. Comments, files and the rest of the project stay closed.',
    confirmLabel: 'Offer it',
  })
  if (isSure) localData.set('offersExplained', [...new Set([...seen(), mark])].join(' '))
  return isSure
}
