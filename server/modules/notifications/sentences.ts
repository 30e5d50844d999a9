import { personText } from '../../../shared/rules/person.ts'
import { type NoticeKind, recipients } from './recipients.ts'

/** What a sentence about an event needs to know. */
type Told = {
  /** Who acted; undefined when nobody did, or they are gone. */
  actor: { username: string; name: string } | undefined
  project: string | null
  task: string | null
}

const quoted = (title: string | null, otherwise: string): string => (title === null ? otherwise : `“${title}”`)
const inProject = ({ project }: Told): string => quoted(project, 'a project')
const theTask = (told: Told): string => `the task ${quoted(told.task, 'that you follow')} in ${inProject(told)}`

/** What happened, for the person of a mail. The kinds of events that mails about notices tell of. */
const sentences: Partial<Record<NoticeKind, (told: Told & { who: string }) => string>> = {
  'project.status': (told) => `${inProject(told)} is completed`,
  'project.archived': (told) => `${told.who} has archived ${inProject(told)}`,
  'project.deleted': (told) => `${told.who} has deleted ${inProject(told)}`,
  'request.applied': (told) => `${told.who} has applied to ${inProject(told)}`,
  'member.role': (told) => `${told.who} has changed your role in ${inProject(told)}`,
  'member.removed': (told) => `${told.who} has removed you from ${inProject(told)}`,
  'member.left': (told) => `${told.who} has left ${inProject(told)}`,
  'task.unassigned': (told) => `${told.who} has taken ${theTask(told)} from you`,
  'task.moved': (told) => `${told.who} has moved ${theTask(told)}`,
  'payment.recorded': (told) => `${told.who} has recorded a payment to you in ${inProject(told)}`,
  'payment.voided': (told) => `${told.who} has voided a payment to you in ${inProject(told)}`,
  'creatorApplication.sent': ({ who }) => `${who} would like to become a creator`,
}

/** One sentence about an event, without a full stop. */
export const sentenceOf = (kind: NoticeKind, told: Told): string => {
  const who = told.actor ? personText(told.actor) : 'Somebody'
  return sentences[kind]?.({ ...told, who }) ?? `There is news in ${inProject(told)}`
}

/** The kinds of events that a mail could have to tell of without a sentence of theirs; a test wants none. */
export const kindsWithoutSentence = (): string[] =>
  Object.entries(recipients)
    .flatMap(([kind, rules]) => rules.filter(({ hasOwnMail }) => !hasOwnMail).map(({ as }) => as ?? kind))
    .filter((kind) => !sentences[kind as NoticeKind])
