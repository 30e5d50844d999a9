import { randomBytes } from 'node:crypto'
import type { ServerProcess } from '../support/server-process.ts'

/** The 6-digit code in the newest mail to that address. */
export const mailedCode = async (server: ServerProcess, email: string): Promise<string> => {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    for (const mail of await server.mails(email)) {
      const code = /\b(\d{6})\b/.exec(mail.text)?.[1]
      if (code) return code
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no code was mailed to ${email}`)
}

const inviters = new WeakMap<ServerProcess, ReturnType<ServerProcess['api']>>()

/** Invites an address as the demo administrator. */
export const invite = async (server: ServerProcess, email: string): Promise<void> => {
  let admin = inviters.get(server)
  if (!admin) inviters.set(server, (admin = server.api({ email: 'admin@guildhall.test', password: 'guildhall-demo' })))
  await (await admin).waitlist.createInvitation({ body: { email } })
}

/** A name that no other test has. */
export const newName = (): string => `p${randomBytes(5).toString('hex')}`

/** Registers an invited person and verifies the address, by the API: quick, for tests about something else. */
export const createNewPerson = async (server: ServerProcess) => {
  const username = newName()
  const email = `${username}@people.test`
  const password = 'a-good-password'
  await invite(server, email)
  const api = await server.api()
  await api.auth.register({ body: { email, password, username } })
  await api.auth.verifyOtp({ body: { email, otp: await mailedCode(server, email) } })
  return { email, password, username }
}
