import { useCallback, useMemo } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router-dom'

/** One value in an address's query: how its text is read, null standing for none, and written, null leaving it out. */
export type Param<T> = { read: (text: string | null) => T; write: (value: T) => string | null }

/** What somebody typed, cut to `max` characters; empty when the address does not say. */
export const text = (max = Infinity): Param<string> => ({
  read: (typed) => (typed ?? '').slice(0, max),
  write: (typed) => (typed.trim() ? typed : null),
})

/** One of the values that there are; any other, and none, reads as `usual`, which is left out. */
export const oneOf = <const T extends string | number, Usual extends T | null>(
  values: readonly T[],
  usual: Usual,
): Param<T | Usual> => ({
  read: (name) => values.find((value) => String(value) === name) ?? usual,
  write: (value) => (value === usual ? null : String(value)),
})

/** A name without a value, there or not: `?new`. */
export const flag: Param<boolean> = { read: (said) => said !== null, write: (isSet) => (isSet ? '' : null) }

/** A list's page, from 1, which is left out. */
export const pageNumber: Param<number> = {
  read: (typed) => {
    const page = Number(typed)
    return Number.isSafeInteger(page) && page >= 1 ? page : 1
  },
  write: (page) => (page > 1 ? String(page) : null),
}

/** A value that no address says or changes. */
export const always = <T>(value: T): Param<T> => ({ read: () => value, write: () => null })

export type AddressState<Values> = {
  /** Reads a query anybody may have typed: what makes no sense counts as not said, and a name it does not know as not there. */
  read: (query: URLSearchParams) => Values
  /** `?tab=requests&page=2`, in the order of the params; empty when it would say nothing. */
  write: (values: Values) => string
  /** What an address without a query says. */
  plain: Values
}

/** What a screen keeps in its address, by name. */
export const addressState = <Values extends object>(params: {
  readonly [Name in keyof Values]: Param<Values[Name]>
}): AddressState<Values> => {
  const names = Object.keys(params) as Array<keyof Values & string>
  const read = (query: URLSearchParams) =>
    Object.fromEntries(names.map((name) => [name, params[name].read(query.get(name))])) as Values
  const write = (values: Values) => {
    const query = new URLSearchParams()
    for (const name of names) {
      const written = params[name].write(values[name])
      if (written !== null) query.set(name, written)
    }
    // A name alone says as much as a name with nothing behind it.
    const search = query.toString().replace(/=(?=&|$)/g, '')
    return search && `?${search}`
  }
  return { read, write, plain: read(new URLSearchParams()) }
}

/**
 * Values that a screen keeps in its address, so that back, reload and sharing work. `hrefOf` is the address with some of them
 * changed; `go` goes there, as a step of its own in the history unless it says `replace`, and the page stays where it is scrolled to.
 */
export const useAddressState = <Values extends object>({ read, write }: AddressState<Values>) => {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const values = useMemo(() => read(new URLSearchParams(search)), [read, search])
  const hrefOf = useCallback(
    (change: Partial<Values>) => pathname + write({ ...values, ...change }),
    [pathname, values, write],
  )
  const go = useCallback(
    (change: Partial<Values>, options?: NavigateOptions) =>
      void navigate(hrefOf(change), { preventScrollReset: true, ...options }),
    [hrefOf, navigate],
  )
  return { values, hrefOf, go }
}

/** Changes what a list shows; `replace` makes no step of its own in the history. */
export type ChangeList<Values> = (next: Partial<Values>, options?: NavigateOptions) => void

/** The same for a list that has pages: any change leads to the first one unless it names one, and another page begins at its top. */
export const useListState = <Values extends { page: number }>(state: AddressState<Values>) => {
  const { values, ...address } = useAddressState(state)
  const fromFirst = (change: Partial<Values>): Partial<Values> => ({ ...change, page: change.page ?? 1 })
  const hrefOf = (change: Partial<Values>) => address.hrefOf(fromFirst(change))
  const change: ChangeList<Values> = (next, options) =>
    address.go(fromFirst(next), { preventScrollReset: next.page === undefined, ...options })
  return { values, hrefOf, change }
}
