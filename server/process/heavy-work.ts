import { HttpError, rateLimited } from '../http/errors.ts'

/** So long somebody is asked to wait who has taken all of their places, in seconds. */
const AGAIN_SECONDS = 5

/** How much work of a kind is done at a time. */
type Rule = {
  /** By the process; the rest waits in the order in which it came. */
  running: number
  /** For one person. */
  runningOfOne: number
  /** The places of one person: what runs and what waits. */
  placesOfOne: number
  /** The places of all. */
  places: number
  /** The sentence for a person whose places are taken. */
  reason: string
}

/** All kinds of heavy work. No person can take what others need: see decision 60. */
const rules = {
  /** Drawing takes a process of its own up to half a gigabyte, so that it draws one picture at a time. */
  picture: { running: 1, runningOfOne: 1, placesOfOne: 2, places: 40, reason: 'Two of your pictures are being drawn.' },
  /** A PDF is in memory, as bytes and as text, until the client has taken it. */
  pdf: { running: 4, runningOfOne: 2, placesOfOne: 2, places: 40, reason: 'Two of your PDFs are on their way.' },
  /** Copies and imports write thousands of rows in one transaction. */
  copy: {
    running: 2,
    runningOfOne: 1,
    placesOfOne: 4,
    places: 40,
    reason: 'Your previous copies and imports are still running.',
  },
  /** An export goes on until the client has taken it. */
  export: {
    running: 20,
    runningOfOne: 1,
    placesOfOne: 2,
    places: 100,
    reason: 'Your previous export is still running.',
  },
} as const satisfies Record<string, Rule>
export type HeavyKind = keyof typeof rules

/** The work is not done, because its answer has been given or given up. Nobody hears of it. */
export class GivenUp extends Error {}

/** Takes a place for a person, once it is their turn; `over` ends the wait. The answer gives the place back. Errors: 429, 503, GivenUp. */
type TakePlace = (personID: string, over: AbortSignal) => Promise<() => void>

/** The places of one kind of work. */
export const createPlaces = (rule: Rule): TakePlace => {
  type QueuedWork = { personID: string; begin: () => void }
  let waiting: QueuedWork[] = []
  const running = new Map<string, number>()
  const count = (personID: string) => running.get(personID) ?? 0
  const all = () => [...running.values()].reduce((sum, one) => sum + one, 0)
  const goOn = () => {
    while (all() < rule.running) {
      const next = waiting.find(({ personID }) => count(personID) < rule.runningOfOne)
      if (!next) return
      waiting = waiting.filter((one) => one !== next)
      running.set(next.personID, count(next.personID) + 1)
      next.begin()
    }
  }
  const end = (personID: string) => {
    const left = count(personID) - 1
    if (left > 0) running.set(personID, left)
    else running.delete(personID)
    goOn()
  }
  return (personID, over) =>
    new Promise((resolve, reject) => {
      if (over.aborted) return reject(new GivenUp())
      const own = waiting.filter((one) => one.personID === personID).length + count(personID)
      if (own >= rule.placesOfOne) return reject(rateLimited(AGAIN_SECONDS, rule.reason))
      if (waiting.length + all() >= rule.places) return reject(busy())
      const leave = () => {
        waiting = waiting.filter((one) => one !== mine)
        reject(new GivenUp())
      }
      const mine: QueuedWork = {
        personID,
        begin: () => {
          over.removeEventListener('abort', leave)
          let isHeld = true
          resolve(() => {
            if (isHeld) end(personID)
            isHeld = false
          })
        },
      }
      over.addEventListener('abort', leave, { once: true })
      waiting.push(mine)
      goOn()
    })
}

/** 503: everybody's places are taken. */
export const busy = () =>
  new HttpError(503, 'UNAVAILABLE', 'The server is busy. Please try again in a moment.', {
    headers: { 'retry-after': String(AGAIN_SECONDS) },
  })

/** The places of a process for each kind of heavy work. */
export type HeavyWork = { readonly [K in HeavyKind]: TakePlace }
export const createHeavyWork = (): HeavyWork => ({
  picture: createPlaces(rules.picture),
  pdf: createPlaces(rules.pdf),
  copy: createPlaces(rules.copy),
  export: createPlaces(rules.export),
})
