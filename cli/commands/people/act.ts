import { type AdministeredPerson, SUSPENSION_REASON_MAX } from '#shared/contract/administration.ts'
import { type GlobalOptions, openSession, type Session } from '#cli/context.ts'
import { CliError, exitCode, usageError } from '#cli/exit-codes.ts'
import { printable } from '#cli/output/printable.ts'
import { printJson, say } from '#cli/output/printer.ts'
import { ask, canAsk, confirm } from '#cli/terminal.ts'

type Options = GlobalOptions & { yes?: boolean }

/** The one person with that username, address or ID. Errors: CliError when there is none. */
const findOne = async ({ api }: Session, named: string): Promise<AdministeredPerson> => {
  const wanted = named.trim().replace(/^@/, '').toLowerCase()
  for (let cursor: string | null = null; ;) {
    const query = { q: wanted, limit: 100, ...(cursor !== null && { cursor }) }
    const page: { data: AdministeredPerson[]; nextCursor: string | null } = await api.administration.people({ query })
    const found = page.data.find(({ id, username, email }) =>
      [id, username.toLowerCase(), email.toLowerCase()].includes(wanted),
    )
    if (found) return found
    if (page.nextCursor === null) throw new CliError(`There is no account of ${printable(named)}.`)
    cursor = page.nextCursor
  }
}

type Act = {
  /** The question on a terminal. */
  question: (name: string) => string
  work: (session: Session, id: string) => Promise<{ data: AdministeredPerson }>
  /** The sentence when it is done. */
  done: (name: string) => string
}

/** Finds the person, asks on a terminal, and acts. Errors: CliError when the person who is asked says no. */
const act = async (named: string, options: Options, { question, work, done }: Act): Promise<void> => {
  const session = await openSession(options)
  const { id, username } = await findOne(session, named)
  if (!options.yes && canAsk() && !(await confirm(question(username))))
    throw new CliError('Nothing was done.', exitCode.failed)
  const { data } = await work(session, id)
  if (options.json) printJson({ data })
  else if (!options.quiet) say(done(printable(username)))
}

/** Errors: CliError (usage) without a reason where nobody can be asked, and for one that is too long. */
export const suspendPerson = async (named: string, options: Options & { reason?: string }): Promise<void> => {
  const reason = options.reason?.trim() || (await ask({ message: 'Reason', otherwise: 'give it with --reason' }))
  if (reason.length > SUSPENSION_REASON_MAX)
    throw usageError(`A reason has at most ${SUSPENSION_REASON_MAX} characters.`)
  await act(named, options, {
    question: (name) => `Suspend ${name}? They are signed out at once and mailed the reason.`,
    work: ({ api }, id) => api.administration.suspend({ params: { id }, body: { reason } }),
    done: (name) => `${name} is suspended.`,
  })
}

export const restorePerson = (named: string, options: Options): Promise<void> =>
  act(named, options, {
    question: (name) => `Restore ${name}?`,
    work: ({ api }, id) => api.administration.restore({ params: { id }, body: {} }),
    done: (name) => `${name} may sign in again.`,
  })

export const signOutPerson = (named: string, options: Options): Promise<void> =>
  act(named, options, {
    question: (name) => `Sign ${name} out everywhere?`,
    work: ({ api }, id) => api.administration.signOut({ params: { id }, body: {} }),
    done: (name) => `${name} is signed out everywhere.`,
  })
