/**
 * Makes a queue: what is given to it is done one after the other, in the order in which it came. `full` is thrown to whoever comes
 * when so many wait already.
 */
export const inTurn = (waitingMax: number, full: () => Error) => {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting >= waitingMax) throw full()
    waiting += 1
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    try {
      return await mine
    } finally {
      waiting -= 1
    }
  }
}
