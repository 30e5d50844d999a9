import { useQuery } from '@tanstack/react-query'
import { PICTURES_MAX } from '#shared/contract/index.ts'
import { useCapability } from './capabilities.ts'
import { type AnswerOf, call } from './operations.ts'
import { query } from './query.ts'

/** Milliseconds in which the avatars of one screen gather, so that one call asks for all of them. */
const GATHER_MS = 20
/** Milliseconds for which a picture, or that there is none, is taken as known. */
const KNOWN_MS = 10 * 60_000

type Answer = AnswerOf<'people.pictures'>
type QueuedPicture = { username: string; resolve: (answer: Answer) => void; reject: (error: unknown) => void }
let waiting: QueuedPicture[] = []

const ask = async (group: readonly QueuedPicture[]): Promise<void> => {
  try {
    const usernames = [...new Set(group.map(({ username }) => username))].join(',')
    const answer = await call('people.pictures', { query: { usernames } })
    for (const { username, resolve } of group)
      resolve({ ...answer, data: answer.data.filter((one) => one.username.toLowerCase() === username) })
  } catch (error) {
    for (const { reject } of group) reject(error)
  }
}

/** Asks for the picture of one person, together with all others that are asked for at the same time. */
const gather = (username: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    if (waiting.length === 0)
      setTimeout(() => {
        const all = waiting
        waiting = []
        for (let at = 0; at < all.length; at += PICTURES_MAX) void ask(all.slice(at, at + PICTURES_MAX))
      }, GATHER_MS)
    waiting.push({ username, resolve, reject })
  })

/** The picture of a person as a data URL; undefined for people without one, until it is known, and where it does not load. */
export const usePicture = (username: string | undefined): string | undefined => {
  const name = username?.toLowerCase() ?? ''
  const isWanted = useCapability('profile', name !== '') && !name.includes(',')
  const { data } = useQuery(
    query(
      'people.pictures',
      { query: { usernames: name } },
      {
        queryFn: () => gather(name),
        select: ({ data: [one] }) => one?.picture,
        enabled: isWanted,
        staleTime: KNOWN_MS,
        retry: false,
        meta: { isQuiet: true },
      },
    ),
  )
  return data
}
