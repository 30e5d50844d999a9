import { createNewPerson } from '../../e2e/people.ts'
import { startServerProcess } from '#support/server-process.ts'
import { undated, waits } from '#support/waits.ts'
import { count, type Figure } from '../figure.ts'

/** Counts the waits for another person's answer, and those of them whose answer has a date. */
export const waitsWithDates = async (): Promise<Figure[]> => {
  const server = await startServerProcess()
  try {
    const idOf = async (api: Awaited<ReturnType<typeof server.api>>) => (await api.users.profile({})).data.id
    const signedIn = async (account: { email: string; password: string }) => {
      const api = await server.api(account)
      return { id: await idOf(api), api }
    }
    const owner = await signedIn({ email: 'creator@guildhall.test', password: 'guildhall-demo' })
    const newPerson = async () => signedIn(await createNewPerson(server))
    const without = await undated({ owner, newPerson })
    const all = Object.keys(waits).length
    return [
      { what: "waits for another person's answer", value: count(all, 'wait') },
      {
        what: `with a date in the answer${without.length > 0 ? ` (none: ${without.join(', ')})` : ''}`,
        value: `${Math.round(((all - without.length) / all) * 100)} %`,
        target: '100 %',
        reached: without.length === 0,
      },
    ]
  } finally {
    await server.stop()
  }
}
