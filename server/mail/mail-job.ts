import type { JobDefinition, JobDeps } from '../jobs/job.ts'
import type { Mail } from './mailer.ts'

type MailJob<Payload> = Pick<JobDefinition<Payload>, 'kind' | 'schema' | 'waits' | 'noteOutcome' | 'onForgotten'> & {
  /**
   * Composes the mail from the current state. Null when there is nothing left to say: the person has switched such
   * mails off, or has answered the invitation, say.
   */
  compose: (deps: JobDeps, payload: Payload) => Promise<Mail | null>
}

/** A job for a mail that must be sent exactly when a change was made; the mail is composed when it is sent. */
export const defineMailJob = <Payload>({ compose, ...job }: MailJob<Payload>): JobDefinition<Payload> => ({
  ...job,
  perform: async (deps, payload, id) => {
    const mail = await compose(deps, payload)
    // The mail carries the job's ID, so that receivers can recognise a mail that was sent twice.
    if (mail) await deps.mailer.send({ ...mail, id })
    return mail !== null
  },
  isFinal: isRefused,
})

/** Whether the mail server refuses the mail for good, so that another try would get the same answer. */
const isRefused = (error: unknown): boolean => {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500
}
