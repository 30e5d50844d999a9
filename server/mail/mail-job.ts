import type { JobDefinition, JobDeps } from '../jobs/job.ts'
import type { Mail } from './mailer.ts'

type MailJob<Payload> = Pick<JobDefinition<Payload>, 'kind' | 'schema' | 'noteOutcome' | 'onForgotten'> & {
  /**
   * The mail as things are now; null when there is nothing to say any more: the person has switched such mails off, say, or the
   * invitation was answered.
   */
  compose: (deps: JobDeps, payload: Payload) => Promise<Mail | null>
}

/** A mail that must be sent exactly if a change was made: a job that composes it when it is sent. */
export const defineMailJob = <Payload>({ compose, ...job }: MailJob<Payload>): JobDefinition<Payload> => ({
  ...job,
  perform: async (deps, payload, id) => {
    const mail = await compose(deps, payload)
    // The job's ID goes with the mail, so that one sent twice is known to be the same one.
    if (mail) await deps.mailer.send({ ...mail, id })
    return mail !== null
  },
  isFinal: isRefused,
})

/** The mail server knows the address and will not take it: the next try would hear the same. */
const isRefused = (error: unknown): boolean => {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return code === 'EENVELOPE' && responseCode >= 500
}
