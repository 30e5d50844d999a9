import type { NoticeKind } from '#shared/contract/events.ts'
import { lastSentence } from '#shared/rules/notice-text.ts'
import { personText } from '#shared/rules/person.ts'

/** What a sentence about an event needs to know. */
type SentenceFacts = {
  /** Who acted; undefined when nobody did, or they are gone. */
  actor: { username: string; name: string } | undefined
  project: string | null
  task: string | null
  /** The names of tasks that one act has deleted. */
  deletedTasks?: string | null
  /** How many tasks it is about, where one act was about many. */
  count?: number
}

/**
 * What the inbox says of an event, for a mail: without its full stop, with titles in quotation marks and with the username,
 * which only one person can have, behind a name.
 */
export const sentenceOf = (
  kind: NoticeKind,
  { actor, project, task, deletedTasks = null, count = 1 }: SentenceFacts,
): string => {
  const place = project === null ? null : `“${project}”`
  const id = ''
  return lastSentence({
    kind,
    count,
    deletedTask: deletedTasks,
    actor: actor ? { id, name: personText(actor), username: actor.username } : null,
    project: place === null ? null : { id, title: place },
    task: task === null ? null : { id, taskId: '', title: `the task “${task}”${place === null ? '' : ` in ${place}`}` },
  })
}
