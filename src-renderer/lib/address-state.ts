import { beginningOf } from '#shared/rules/cut.ts'
import { useCallback, useMemo } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router-dom'

/**
 * One value in an address's query. `read` gets its text, or null when it is missing; `write` answers null to leave it
 * out.
 */
export type Param<T> = { read: (text: string | null) => T; write: (value: T) => string | null }

/** A text that somebody typed, cut to `max` characters; empty when the address does not have it. */
export const text = (max = Infinity): Param<string> => ({
  read: (typed) => beginningOf(typed ?? '', max),
  write: (typed) => (typed.trim() ? typed : null),
})

/** One of `values`. Any other text, and a missing one, is read as `usual`, which is not written. */
export const oneOf = <const T extends string | number, Usual extends T | null>(
  values: readonly T[],
  usual: Usual,
): Param<T | Usual> => ({
  read: (name) => values.find((value) => String(value) === name) ?? usual,
  write: (value) => (value === usual ? null : String(value)),
})

/** A name without a value, which is there or not: `?new`. */
export const flag: Param<boolean> = { read: (said) => said !== null, write: (isSet) => (isSet ? '' : null) }

/** The number of a list's page, from 1; page 1 is not written. */
export const pageNumber: Param<number> = {
  read: (typed) => {
    const page = Number(typed)
    return Number.isSafeInteger(page) && page >= 1 ? page : 1
  },
  write: (page) => (page > 1 ? String(page) : null),
}

/** A value that is never in the address and never changes. */
export const always = <T>(value: T): Param<T> => ({ read: () => value, write: () => null })

export type AddressState<Values> = {
  /** Reads a query, which anybody may have typed: values that make no sense and unknown names are ignored. */
  read: (query: URLSearchParams) => Values
  /** Writes the query, `?tab=requests&page=2`, in the order of the params; empty when all values are defaults. */
  write: (values: Values) => string
  /** The values of an address without a query. */
  plain: Values
}

/** Puts together the values that a screen keeps in its address, by name. */
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
    // URLSearchParams writes a flag as `new=`; `new` means the same.
    const search = query.toString().replace(/=(?=&|$)/g, '')
    return search && `?${search}`
  }
  return { read, write, plain: read(new URLSearchParams()) }
}

/**
 * Values that a screen keeps in its address, so that back, reload and sharing work. `hrefOf` is the address with some
 * of them changed; `go` navigates there, with a new history entry unless `replace` is set, and keeps the scroll
 * position.
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

/** `useAddressState` for a list with pages: any change goes to the first page unless it names another; a new page begins at its top. */
export const useListState = <Values extends { page: number }>(state: AddressState<Values>) => {
  const { values, ...address } = useAddressState(state)
  const fromFirst = (change: Partial<Values>): Partial<Values> => ({ ...change, page: change.page ?? 1 })
  const hrefOf = (change: Partial<Values>) => address.hrefOf(fromFirst(change))
  const change: ChangeList<Values> = (next, options) =>
    address.go(fromFirst(next), { preventScrollReset: next.page === undefined, ...options })
  return { values, hrefOf, change }
}
