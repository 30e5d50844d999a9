import { randomBytes } from 'node:crypto'
import type { ServerProcess } from '../support/server-process.ts'

/** The text that the pattern's group finds in the newest mail to the address. It waits for the mail, which leaves after the answer. */
const mailed = async (server: ServerProcess, email: string, pattern: RegExp, what: string): Promise<string> => {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    for (const mail of await server.mails(email)) {
      const found = pattern.exec(mail.text)?.[1]
      if (found) return found
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no ${what} was mailed to ${email}`)
}

/** The 6-digit code in the newest mail to the address. */
export const mailedCode = (server: ServerProcess, email: string): Promise<string> =>
  mailed(server, email, /\b(\d{6})\b/, 'code')

/** The path of the newest link to `page` in a mail to the address. */
export const mailedPath = (
  server: ServerProcess,
  email: string,
  page: 'reset-password' | 'verify-email' | 'register',
): Promise<string> => mailed(server, email, new RegExp(`https?://[^/\\s]+(/${page}\\?\\S+)`), `${page} link`)

const inviters = new WeakMap<ServerProcess, ReturnType<ServerProcess['api']>>()

/** Invites an address as the demo administrator. */
export const invite = async (server: ServerProcess, email: string): Promise<void> => {
  let admin = inviters.get(server)
  if (!admin) inviters.set(server, (admin = server.api({ email: 'admin@guildhall.test', password: 'guildhall-demo' })))
  await (await admin).waitlist.createInvitation({ body: { email } })
}

/** A name that no other test has. */
export const newName = (): string => `p${randomBytes(5).toString('hex')}`

/** Invites a new address, and returns it with a username to register. */
export const newInvited = async (server: ServerProcess) => {
  const username = newName()
  const email = `${username}@people.test`
  await invite(server, email)
  return { username, email }
}

/** Registers a new person and verifies the address by the API, for tests about something else. */
export const createNewPerson = async (server: ServerProcess) => {
  const { username, email } = await newInvited(server)
  const password = 'a-good-password'
  const api = await server.api()
  await api.auth.register({ body: { email, password, username } })
  await api.auth.verifyOtp({ body: { email, otp: await mailedCode(server, email) } })
  // Otherwise the first landing would lead to the profile.
  await api.users.welcome({ body: {} })
  return { email, password, username }
}
